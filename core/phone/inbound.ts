// What a person means by a text or a tap on the phone: a link code, stop, start, a rest, a mail to be shown, or something else.
import { mostPauseHours } from '../delivery/pause.ts'
import { answerIn, type InvitationAnswer } from '../message/calendar/answers.ts'
import { type MailCommand, mailCommands, plainWord, wordIn } from './words.ts'

export type InboundCommand =
  | { kind: 'code'; code: string; isSure: boolean }
  | { kind: 'stop' | 'start' | 'help' | 'other' }
  | { kind: 'pause'; hours: number }
  | { kind: 'show'; deliveryId: string }
  | { kind: 'acknowledge'; deliveryId: string }
  | { kind: 'more'; digestId: string; from: number }
  | { kind: 'answer'; act: ReplyAction; replyId: string }
  | Do
  /** About the mail that is quoted, if one is. */
  | { kind: 'word'; command: MailCommand; isSure: boolean }
  | { kind: 'rsvp'; answer: InvitationAnswer; deliveryId: string }
  | { kind: 'proposal'; act: ProposalChoice; proposalId: string }

/** To be done about the mail of a delivery; `replyId`: and not the answer that the same word would have been. */
export interface Do {
  kind: 'do'
  command: MailCommand
  deliveryId: string
  replyId: string | null
}

/** Yes or no to a filter that was asked for on the phone. */
export type ProposalChoice = 'keep' | 'leave'

/** What may be done about an answer to a mail: say yes or no to it, take it back, try it anew. */
export type ReplyAction = (typeof answerActs)[number]
const answerActs = ['send', 'drop', 'undo', 'again'] as const

// The whole message, in our languages and those of WhatsApp's own opt-out advice; accents and case do not matter.
const stopWords = wordsOf([
  'stop',
  'stopp',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'arret',
  'parar',
  'alto',
  'baja',
  'ايقاف',
  'توقف',
  'قف',
])
const startWords = wordsOf(['start', 'resume', 'unstop', 'empezar', 'seguir', 'reanudar', 'ابدأ', 'استئناف', 'متابعة'])
const helpWords = wordsOf(['help', 'hilfe', 'ayuda', 'aide', 'ajuda', 'aiuto', 'مساعدة'])

function wordsOf(written: string[]): ReadonlySet<string> {
  return new Set(written.map(plainWord))
}

/**
 * Reads `text`, or the `payload` of the button that was tapped: `show:<id of a delivery>`,
 * `ack:<id of a delivery>`, `send:`, `drop:`, `undo:` or `again:<id of an answer>`, `more:<id of a digest>:<how many are known>`,
 * `do:<command>:<id of a delivery>`, perhaps with `:<id of an answer>`, `rsvp:<answer>:<id of a delivery>`, `keep:` or `leave:<id of a
 * proposal>`, `pause:<hours>`, `resume`, `stop`.
 * START and RESUME are one: whatever keeps mails from the phone ends.
 * A code is eight letters and digits as the link shows them ("…: ABCD-EFGH"), however the text around them, their case
 * or what stands between the halves changed. `isSure` is false where two ordinary words may look the same.
 */
export function parseInbound(text: string, payload: string | null = null): InboundCommand {
  const tapped = payload === null ? null : tapIn(payload)
  if (tapped) return tapped
  const word = plainWord(payload ?? text)
  if (stopWords.has(word)) return { kind: 'stop' }
  if (startWords.has(word)) return { kind: 'start' }
  if (helpWords.has(word)) return { kind: 'help' }
  return (payload === null ? (pauseIn(text) ?? commandIn(text)) : null) ?? codeIn(text) ?? { kind: 'other' }
}

function commandIn(text: string): InboundCommand | null {
  const word = wordIn(text)
  return word && { kind: 'word', ...word }
}

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const showTap = new RegExp(`^show:${id}$`)
const ackTap = new RegExp(`^ack:${id}$`)
const answerTap = new RegExp(`^(send|drop|undo|again):${id}$`)
const doTap = new RegExp(`^do:([a-z]+):${id}(?::${id})?$`)
const proposalTap = new RegExp(`^(keep|leave):${id}$`)
const moreTap = new RegExp(`^more:${id}:(\\d{1,4})$`)
const pauseTap = /^pause:(\d{1,4})$/

function tapIn(payload: string): InboundCommand | null {
  const deliveryId = showTap.exec(payload)?.[1]
  if (deliveryId) return { kind: 'show', deliveryId }
  const had = ackTap.exec(payload)?.[1]
  if (had) return { kind: 'acknowledge', deliveryId: had }
  const [, act, replyId = ''] = answerTap.exec(payload) ?? []
  const known = answerActs.find(one => one === act)
  if (known) return { kind: 'answer', act: known, replyId }
  const rsvp = answerIn(payload)
  if (rsvp) return { kind: 'rsvp', ...rsvp }
  const [, proposal, proposalId = ''] = proposalTap.exec(payload) ?? []
  if (proposal) return { kind: 'proposal', act: proposal === 'keep' ? 'keep' : 'leave', proposalId }
  return doIn(payload) ?? pageIn(payload) ?? pauseOf(Number(pauseTap.exec(payload)?.[1] ?? 0))
}

function doIn(payload: string): InboundCommand | null {
  const [, named, deliveryId = '', replyId = null] = doTap.exec(payload) ?? []
  const command = mailCommands.find(one => one === named)
  return command ? { kind: 'do', command, deliveryId, replyId } : null
}

function pageIn(payload: string): InboundCommand | null {
  const [, digestId, from] = moreTap.exec(payload) ?? []
  return digestId ? { kind: 'more', digestId, from: Number(from) } : null
}

const pauseWord = /^(?:paus[ea]|استراحه)(?:(\d{1,4})(h|hrs?|hours?|horas?|d|days?|dias?|ساعه|ساعات|يوم|ايام)?)?$/

/** PAUSE, PAUSE 2h, PAUSA 1 día, استراحة ٢ ساعة: without a unit hours are meant, without a number a day. */
function pauseIn(text: string): InboundCommand | null {
  const said = pauseWord.exec(plainWord(text.slice(0, longestText)))
  if (!said) return null
  const [, number = '24', unit = 'h'] = said
  return pauseOf(Number(number) * (/^[dيا]/.test(unit) ? 24 : 1))
}

const pauseOf = (hours: number): InboundCommand | null => (hours > 0 ? { kind: 'pause', hours: Math.min(hours, mostPauseHours) } : null)

// Codes have no letters that are misread: no 0, O, 1, I or L.
const half = '[A-HJKMNP-Z2-9]{4}'
const code = new RegExp(`(?<![\\p{L}\\p{N}])(${half})([\\s\\p{P}\\p{S}]{0,3})(${half})(?![\\p{L}\\p{N}])`, 'gu')
const longestText = 1000

function codeIn(text: string): InboundCommand | null {
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
