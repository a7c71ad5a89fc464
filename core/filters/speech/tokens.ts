// Splits a sentence into words, numbers, quotations and addresses with their positions.
import type { Span } from '../../text/spans.ts'
import { foldWord } from './fold.ts'

export type TokenKind = 'word' | 'number' | 'quoted' | 'address' | 'domain' | 'mark'

/** `text` is folded, and may be the word that was meant; `raw` is as written, without quotation marks. */
export interface SpeechToken extends Span {
  kind: TokenKind
  text: string
  raw: string
  /** The spelling was wrong: `text` is used even for searching. */
  isCorrected?: boolean
}

export function tokenizeSentence(text: string): SpeechToken[] {
  const sentence = withPlainSigns(text)
  const tokens: SpeechToken[] = []
  for (let at = 0; at < sentence.length; ) {
    const next = nextToken(sentence, at)
    at = next.end
    if (next.raw.trim() !== '') tokens.push(next)
  }
  return tokens
}

const plainSigns = new Map(Object.entries({ '،': ',', '؛': ';', '؟': '?', '٫': '.', '٬': ',' }))

/** Arabic digits and marks become the ones that the patterns below know, one for one, so that positions stay. */
const withPlainSigns = (sentence: string): string =>
  sentence
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) % 16))
    .replace(/[،؛؟٫٬]/g, sign => plainSigns.get(sign) ?? sign)

const quotations =
  /"([^"]{1,300})"|“([^”"]{1,300})[”"]|«([^»]{1,300})»|„([^“”"]{1,300})[“”"]|(?<![\p{L}\p{N}])['‘]([^'’]{1,300})['’](?![\p{L}\p{N}])/uy
const address = /[\p{L}\p{N}._%+*?-]{1,64}@[\p{L}\p{N}*?-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/uy
const domain =
  /[@*]?\.?(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@])|[@.](?:[\p{L}\p{N}-]{1,63}\.){0,8}\p{L}{2,24}(?![\p{L}\p{N}@])/uy
const file =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|zip|rar|7z|gz|png|jpe?g|gif|heic|ics|eml|html?|mp[34]|exe|dmg|apk|iso|xml|json|mov|avi|mkv|m4a|wav|svg|webp|tiff?|psd|bmp|epub|rtf|vcf|msi|bat|docm|xlsm)$/i
const filePattern = /[\p{L}\p{N}_*?-][\p{L}\p{N}_.*?-]{0,100}\.[a-z]{2,4}\d?(?![\p{L}\p{N}@.])/uy
const clock = /[ap]\.\s?m\.?(?![\p{L}])/iuy
/** w/ and w/o */
const shortWith = /w\/o?(?=\s)/iuy
/** 22h30 */
const hourRange = /\d{1,2}(?:h\d{0,2})?-\d{1,2}h\d{0,2}(?![\p{L}\p{N}])/iuy
/** 4pm-6pm: the dash parts them. */
const halfRange = /[ap]m(?=[-–]\d)/iuy
const hourMinute = /\d{1,2}h\d{2}(?![\p{L}\p{N}])/iuy
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
  const pattern = matchAt(filePattern, sentence, at)?.[0]
  if (pattern && file.test(pattern)) return token('quoted', pattern, at, at + pattern.length)
  const host = matchAt(domain, sentence, at)?.[0]
  if (host && !file.test(host)) return token('domain', host, at, at + host.length)
  if (host) return token(host.startsWith('.') ? 'word' : 'quoted', host.replace(/^[.]/, ''), at, at + host.length)
  const half = (matchAt(clock, sentence, at) ?? matchAt(halfRange, sentence, at))?.[0]
  if (half) return token('word', half.replace(/[\s.]/g, ''), at, at + half.length)
  return readNumberToken(sentence, at) ?? readWordToken(sentence, at)
}

function readNumberToken(sentence: string, at: number): SpeechToken | null {
  const range = matchAt(hourRange, sentence, at)?.[0]
  if (range) return token('number', range.replace(/h(?=\d)/gi, ':').replace(/h/gi, ''), at, at + range.length)
  const clockTime = matchAt(hourMinute, sentence, at)?.[0]
  if (clockTime) return token('number', clockTime.replace(/h/i, ':'), at, at + clockTime.length)
  const digits = matchAt(number, sentence, at)?.[0]
  if (!digits) return null
  const end = at + digits.length
  const isJoined = /[\p{L}\p{N}*?_]/u.test(sentence.charAt(end)) && !matchAt(units, sentence, end)
  return isJoined ? null : token('number', digits, at, end)
}

function readWordToken(sentence: string, at: number): SpeechToken {
  const short = matchAt(shortWith, sentence, at)?.[0]
  if (short) return { ...token('word', short, at, at + short.length), text: short.length > 2 ? 'without' : 'with' }
  const bracket = matchAt(bracketed, sentence, at)?.[0]
  if (bracket) return token('word', bracket, at, at + bracket.length)
  const full = matchAt(word, sentence, at)?.[0] ?? ''
  const found = full.replace(/[*]|\?\?/.test(full) ? /['’-]+$/ : /['’?-]+$/, '')
  if (found !== '')
    return token('word', found, at, at + found.length + (isTitle(found) && sentence.charAt(at + found.length) === '.' ? 1 : 0))
  const character = String.fromCodePoint(sentence.codePointAt(at) ?? 0)
  const mark = token('mark', character, at, at + character.length)
  return { ...mark, text: brackets[character] ?? mark.text }
}

/** The period after these is part of the abbreviation. */
const isTitle = (found: string): boolean => /^(?:dr|st|mr|mrs|ms|sr|sra|srta|prof|dra|max|approx)$/i.test(found)

function matchAt(pattern: RegExp, sentence: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(sentence)
}

const token = (kind: TokenKind, raw: string, start: number, end: number): SpeechToken => ({
  kind,
  raw,
  text: foldWord(raw),
  start,
  end,
})
