// Splits a sentence into words, numbers, quotations and addresses with their positions.
import type { Span } from '../../text/spans.ts'

export type TokenKind = 'word' | 'number' | 'quoted' | 'address' | 'domain' | 'mark'

/** `text` is lower-cased without accents; `raw` is as written, without quotation marks. */
export interface SpeechToken extends Span {
  kind: TokenKind
  text: string
  raw: string
}

export const stripAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function tokenizeSentence(sentence: string, language: 'en' | 'es'): SpeechToken[] {
  const tokens: SpeechToken[] = []
  for (let at = 0; at < sentence.length; ) {
    const next = nextToken(sentence, at)
    at = next.end
    if (next.raw.trim() !== '') tokens.push(...(next.kind === 'word' ? splitContraction(next, language) : [next]))
  }
  return tokens
}

const quotations =
  /"([^"]{1,300})"|“([^”"]{1,300})[”"]|«([^»]{1,300})»|„([^“”"]{1,300})[“”"]|(?<![\p{L}\p{N}])['‘]([^'’]{1,300})['’](?![\p{L}\p{N}])/uy
const address = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/uy
const domain =
  /[@*]?\.?(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@])|[@.](?:[\p{L}\p{N}-]{1,63}\.){0,8}\p{L}{2,24}(?![\p{L}\p{N}@])/uy
const file = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|zip|rar|7z|gz|png|jpe?g|gif|heic|ics|eml|html?|mp[34])$/i
const clock = /[ap]\.\s?m\.?(?![\p{L}])/iuy
const number = /\d[\d.,:/-]*\d|\d/y
const units = /(?:[kmg]i?b?|b|kbs|mbs|[ap]m|hs?|hrs|st|nd|rd|th|[€$£%])(?![\p{L}\p{N}])/iuy
const bracketed = /\[[^\]\s]{1,80}\]/y
const word = /[\p{L}\p{N}_#*][\p{L}\p{M}\p{N}_'’*?&+#-]*/uy

/** Brackets have a meaning in rules, so they get names. */
const brackets: Record<string, string> = { '(': 'lpar', ')': 'rpar' }

function nextToken(sentence: string, at: number): SpeechToken {
  const quoted = matchAt(quotations, sentence, at)
  if (quoted) return token('quoted', quoted.slice(1).find(part => part !== undefined) ?? '', at, at + quoted[0].length)
  const emailAddress = matchAt(address, sentence, at)?.[0]
  if (emailAddress) return token('address', emailAddress, at, at + emailAddress.length)
  const host = matchAt(domain, sentence, at)?.[0]
  if (host && !file.test(host)) return token('domain', host, at, at + host.length)
  if (host) return token(host.startsWith('.') ? 'word' : 'quoted', host.replace(/^[.]/, ''), at, at + host.length)
  const half = matchAt(clock, sentence, at)?.[0]
  if (half) return token('word', half.replace(/[\s.]/g, ''), at, at + half.length)
  return readNumberToken(sentence, at) ?? readWordToken(sentence, at)
}

function readNumberToken(sentence: string, at: number): SpeechToken | null {
  const digits = matchAt(number, sentence, at)?.[0]
  if (!digits) return null
  const end = at + digits.length
  const isJoined = /[\p{L}\p{N}*?_]/u.test(sentence.charAt(end)) && !matchAt(units, sentence, end)
  return isJoined ? null : token('number', digits, at, end)
}

function readWordToken(sentence: string, at: number): SpeechToken {
  const bracket = matchAt(bracketed, sentence, at)?.[0]
  if (bracket) return token('word', bracket, at, at + bracket.length)
  const full = matchAt(word, sentence, at)?.[0] ?? ''
  const found = full.replace(full.includes('*') ? /['’-]+$/ : /['’?-]+$/, '')
  if (found !== '')
    return token('word', found, at, at + found.length + (isTitle(found) && sentence.charAt(at + found.length) === '.' ? 1 : 0))
  const character = String.fromCodePoint(sentence.codePointAt(at) ?? 0)
  const mark = token('mark', character, at, at + character.length)
  return { ...mark, text: brackets[character] ?? mark.text }
}

/** The period after these is part of the abbreviation. */
const isTitle = (found: string): boolean => /^(?:dr|mr|mrs|ms|sr|sra|srta|prof|dra|max|approx)$/i.test(found)

function matchAt(pattern: RegExp, sentence: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(sentence)
}

const token = (kind: TokenKind, raw: string, start: number, end: number): SpeechToken => ({
  kind,
  raw,
  text: stripAccents(raw).replaceAll('’', "'"),
  start,
  end,
})

const contractions = new Map<string, [first: string, second: string]>(
  Object.entries({
    dont: ['do', 'not'],
    doesnt: ['does', 'not'],
    didnt: ['did', 'not'],
    isnt: ['is', 'not'],
    arent: ['are', 'not'],
    havent: ['have', 'not'],
    hasnt: ['has', 'not'],
    cant: ['can', 'not'],
    "can't": ['can', 'not'],
    "won't": ['will', 'not'],
    thats: ['that', 'is'],
    im: ['i', 'am'],
    ive: ['i', 'have'],
  }),
)
const spanishContractions = new Map<string, [first: string, second: string]>(Object.entries({ del: ['de', 'el'], al: ['a', 'el'] }))
const endings: Record<string, string> = { "n't": 'not', "'m": 'am', "'re": 'are', "'ve": 'have', "'ll": 'will', "'d": 'would' }
const beforeIs = new Set(['it', 'that', 'who', 'he', 'she', 'there', 'what', 'here', 'someone', 'somebody', 'anyone'])

/** Splits `don't` into two words, and `Mirela's` into a name and `'s`. */
function splitContraction(full: SpeechToken, language: 'en' | 'es'): SpeechToken[] {
  const two = language === 'es' ? spanishContractions.get(full.text) : contractions.get(full.text)
  if (two) return splitToken(full, two[0], two[1], Math.min(two[0].length, full.raw.length - 1))
  if (language === 'es') return [full]
  const ending = Object.keys(endings).find(each => full.text.endsWith(each) && full.text.length > each.length)
  if (ending) return splitToken(full, full.text.slice(0, -ending.length), endings[ending] ?? '', full.raw.length - ending.length)
  const base = full.text.replace(/'s?$/, '')
  if (base === full.text || base === '') return [full]
  return splitToken(full, base, beforeIs.has(base) ? 'is' : "'s", base.length)
}

function splitToken(full: SpeechToken, first: string, second: string, length: number): SpeechToken[] {
  const middle = full.start + length
  return [
    { ...full, text: first, raw: full.raw.slice(0, length), end: middle },
    { ...full, text: second, raw: full.raw.slice(length), start: middle },
  ]
}
