// Cuts a sentence into words, numbers, quotations and addresses, each with its place.
import type { Span } from '../../text/spans.ts'

export type TokenKind = 'word' | 'number' | 'quoted' | 'address' | 'domain' | 'mark'

/** `text` is folded (small letters, no accents); `raw` is as written, without the quotation marks. */
export interface SpeechToken extends Span {
  kind: TokenKind
  text: string
  raw: string
}

export const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function tokenize(sentence: string, language: 'en' | 'es'): SpeechToken[] {
  const tokens: SpeechToken[] = []
  for (let at = 0; at < sentence.length; ) {
    const next = nextToken(sentence, at)
    at = next.end
    if (next.raw.trim() !== '') tokens.push(...(next.kind === 'word' ? parts(next, language) : [next]))
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

/** Rules are written with brackets of their own. */
const brackets: Record<string, string> = { '(': 'lpar', ')': 'rpar' }

function nextToken(sentence: string, at: number): SpeechToken {
  const quoted = run(quotations, sentence, at)
  if (quoted) return token('quoted', quoted.slice(1).find(part => part !== undefined) ?? '', at, at + quoted[0].length)
  const mail = run(address, sentence, at)?.[0]
  if (mail) return token('address', mail, at, at + mail.length)
  const host = run(domain, sentence, at)?.[0]
  if (host && !file.test(host)) return token('domain', host, at, at + host.length)
  if (host) return token(host.startsWith('.') ? 'word' : 'quoted', host.replace(/^[.]/, ''), at, at + host.length)
  const half = run(clock, sentence, at)?.[0]
  if (half) return token('word', half.replace(/[\s.]/g, ''), at, at + half.length)
  return numberAt(sentence, at) ?? wordAt(sentence, at)
}

function numberAt(sentence: string, at: number): SpeechToken | null {
  const digits = run(number, sentence, at)?.[0]
  if (!digits) return null
  const end = at + digits.length
  const isJoined = /[\p{L}\p{N}*?_]/u.test(sentence.charAt(end)) && !run(units, sentence, end)
  return isJoined ? null : token('number', digits, at, end)
}

function wordAt(sentence: string, at: number): SpeechToken {
  const bracket = run(bracketed, sentence, at)?.[0]
  if (bracket) return token('word', bracket, at, at + bracket.length)
  const whole = run(word, sentence, at)?.[0] ?? ''
  const found = whole.replace(whole.includes('*') ? /['’-]+$/ : /['’?-]+$/, '')
  if (found !== '')
    return token('word', found, at, at + found.length + (isTitle(found) && sentence.charAt(at + found.length) === '.' ? 1 : 0))
  const letter = String.fromCodePoint(sentence.codePointAt(at) ?? 0)
  const mark = token('mark', letter, at, at + letter.length)
  return { ...mark, text: brackets[letter] ?? mark.text }
}

/** Their point ends no sentence. */
const isTitle = (found: string): boolean => /^(?:dr|mr|mrs|ms|sr|sra|srta|prof|dra|max|approx)$/i.test(found)

function run(pattern: RegExp, sentence: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(sentence)
}

const token = (kind: TokenKind, raw: string, start: number, end: number): SpeechToken => ({
  kind,
  raw,
  text: bare(raw).replaceAll('’', "'"),
  start,
  end,
})

const shortened = new Map<string, [first: string, second: string]>(
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
const melted = new Map<string, [first: string, second: string]>(Object.entries({ del: ['de', 'el'], al: ['a', 'el'] }))
const endings: Record<string, string> = { "n't": 'not', "'m": 'am', "'re": 'are', "'ve": 'have', "'ll": 'will', "'d": 'would' }
const beforeIs = new Set(['it', 'that', 'who', 'he', 'she', 'there', 'what', 'here', 'someone', 'somebody', 'anyone'])

/** `don't` is two words; `Mirela's` is a name and its ending. */
function parts(whole: SpeechToken, language: 'en' | 'es'): SpeechToken[] {
  const two = language === 'es' ? melted.get(whole.text) : shortened.get(whole.text)
  if (two) return cut(whole, two[0], two[1], Math.min(two[0].length, whole.raw.length - 1))
  if (language === 'es') return [whole]
  const ending = Object.keys(endings).find(each => whole.text.endsWith(each) && whole.text.length > each.length)
  if (ending) return cut(whole, whole.text.slice(0, -ending.length), endings[ending] ?? '', whole.raw.length - ending.length)
  const base = whole.text.replace(/'s?$/, '')
  if (base === whole.text || base === '') return [whole]
  return cut(whole, base, beforeIs.has(base) ? 'is' : "'s", base.length)
}

function cut(whole: SpeechToken, first: string, second: string, length: number): SpeechToken[] {
  const middle = whole.start + length
  return [
    { ...whole, text: first, raw: whole.raw.slice(0, length), end: middle },
    { ...whole, text: second, raw: whole.raw.slice(length), start: middle },
  ]
}
