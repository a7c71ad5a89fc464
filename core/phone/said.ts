// What a person means by a text on the phone: a link code, stop, start, or something else.

export type Said = { kind: 'code'; code: string; isSure: boolean } | { kind: 'stop' } | { kind: 'start' } | { kind: 'other' }

// The whole message, in the languages of WhatsApp's own opt-out advice; accents and case do not matter.
const stopWords = new Set(['stop', 'stopp', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'arret', 'parar', 'baja'])
const startWords = new Set(['start', 'resume', 'unstop'])

/**
 * Reads `text`, or the `payload` of the button that was tapped.
 * A code is eight letters and digits as the link shows them ("…: ABCD-EFGH"), however the text around them, their case
 * or what stands between the halves changed. `isSure` is false where two ordinary words may look the same.
 */
export function saidIn(text: string, payload: string | null = null): Said {
  const word = plainWord(payload ?? text)
  if (stopWords.has(word)) return { kind: 'stop' }
  if (startWords.has(word)) return { kind: 'start' }
  return codeIn(text) ?? { kind: 'other' }
}

const plainWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

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
