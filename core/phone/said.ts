// What a person means by a text or a tap on the phone: a link code, stop, start, a rest, a mail to be shown, or something else.
import { mostPauseHours } from '../delivery/pause.ts'

export type Said =
  | { kind: 'code'; code: string; isSure: boolean }
  | { kind: 'stop' | 'start' | 'help' | 'other' }
  | { kind: 'pause'; hours: number }
  | { kind: 'show'; deliveryId: string }

// The whole message, in the languages of WhatsApp's own opt-out advice; accents and case do not matter.
const stopWords = new Set(['stop', 'stopp', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'arret', 'parar', 'baja'])
const startWords = new Set(['start', 'resume', 'unstop'])
const helpWords = new Set(['help', 'hilfe', 'ayuda', 'aide', 'ajuda', 'aiuto'])

/**
 * Reads `text`, or the `payload` of the button that was tapped: `show:<id of a delivery>`, `pause:<hours>`, `resume`, `stop`.
 * START and RESUME are one: whatever keeps mails from the phone ends.
 * A code is eight letters and digits as the link shows them ("…: ABCD-EFGH"), however the text around them, their case
 * or what stands between the halves changed. `isSure` is false where two ordinary words may look the same.
 */
export function saidIn(text: string, payload: string | null = null): Said {
  const tapped = payload === null ? null : tapIn(payload)
  if (tapped) return tapped
  const word = plainWord(payload ?? text)
  if (stopWords.has(word)) return { kind: 'stop' }
  if (startWords.has(word)) return { kind: 'start' }
  if (helpWords.has(word)) return { kind: 'help' }
  return (payload === null ? pauseIn(text) : null) ?? codeIn(text) ?? { kind: 'other' }
}

const showTap = /^show:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const pauseTap = /^pause:(\d{1,4})$/

function tapIn(payload: string): Said | null {
  const deliveryId = showTap.exec(payload)?.[1]
  if (deliveryId) return { kind: 'show', deliveryId }
  return pauseOf(Number(pauseTap.exec(payload)?.[1] ?? 0))
}

const plainWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const pauseWord = /^paus[ea](?:(\d{1,4})(h|hrs?|hours?|d|days?)?)?$/

/** PAUSE, PAUSE 2h, PAUSE 1d: without a unit hours are meant, without a number a day. */
function pauseIn(text: string): Said | null {
  const said = pauseWord.exec(plainWord(text.slice(0, longestText)))
  if (!said) return null
  const [, number = '24', unit = 'h'] = said
  return pauseOf(Number(number) * (unit.startsWith('d') ? 24 : 1))
}

const pauseOf = (hours: number): Said | null => (hours > 0 ? { kind: 'pause', hours: Math.min(hours, mostPauseHours) } : null)

// Codes have no letters that are misread: no 0, O, 1, I or L.
const half = '[A-HJKMNP-Z2-9]{4}'
const code = new RegExp(`(?<![\\p{L}\\p{N}])(${half})([\\s\\p{P}\\p{S}]{0,3})(${half})(?![\\p{L}\\p{N}])`, 'gu')
const longestText = 1000

function codeIn(text: string): Said | null {
  const plain = text
    .slice(0, longestText)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
  const found = [...plain.matchAll(code)].map(match => ({
    code: `${match[1]}${match[3]}`,
    isSure:
      /\p{Pd}/u.test(match[2] ?? '') || match[0] === plain.trim() || /[:：]\s*$/u.test(plain.slice(0, match.index)) || /\d/.test(match[0]),
  }))
  const best = found.findLast(candidate => candidate.isSure) ?? found.at(-1)
  return best ? { kind: 'code', ...best } : null
}
