// Replaces names, addresses, links and numbers in a text by invented ones of the same shape, the same one each time.
import { createHmac } from 'node:crypto'
import { getDomain, parse } from 'tldts'

/** `salt` decides what replaces what; whoever does not have it cannot go back. `names`: words of people and companies. */
export interface Disguise {
  salt: string
  names: ReadonlySet<string>
}

/** Vocabularies, not senders. */
const publicHosts = /(?:^|\.)(?:w3\.org|schema\.org|schemas\.microsoft\.com|purl\.org)$/i

const parts = {
  entity: '&#?\\w{1,10};',
  instant: '\\b\\d{8}T\\d{6}Z?\\b|\\b\\d{4}-\\d{2}-\\d{2}T[\\d:.+Z-]+',
  link: 'https?:\\/\\/[^\\s"\'<>\\\\]+',
  address: '[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+',
  host: '(?<![\\p{L}\\p{N}@.-])(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,24}(?![\\p{L}\\p{N}-])',
  iban: '\\b[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\\b',
  date: '\\b\\d{1,4}([./-])\\d{1,2}\\1\\d{2,4}\\b|\\b\\d{1,2}:\\d{2}(?::\\d{2})?\\b|\\b(?:19|20)\\d{2}\\b(?![.,]\\d)',
  number: '(?<![#\\p{L}\\p{N}])\\p{Nd}(?:[ .,\\u00a0\\u202f-]?\\p{Nd}){3,}(?!\\p{L})',
  token: '(?<![#&\\p{L}\\p{N}])(?=[\\w-]*\\d)(?=[\\w-]*[A-Za-z])[A-Za-z0-9][\\w-]{4,}',
  word: '\\p{L}[\\p{L}\\p{M}]+',
}
const kinds = Object.keys(parts)
const pattern = new RegExp(
  Object.entries(parts)
    .map(([kind, source]) => `(?<${kind}>${source.replace('([./-])', '(?<sign>[./-])').replace('\\1', '\\k<sign>')})`)
    .join('|'),
  'gu',
)

export function disguiseText(text: string, disguise: Disguise): string {
  let written = ''
  let end = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    const kind = kinds.find(each => groups[each] !== undefined) ?? ''
    written += text.slice(end, index) + disguisePart(kind, found, disguise)
    end = index + found.length
  }
  return written + text.slice(end)
}

function disguisePart(kind: string, found: string, disguise: Disguise): string {
  switch (kind) {
    case 'link':
      return disguiseLink(found, disguise)
    case 'address':
      return disguiseAddress(found, disguise)
    case 'host':
      return parse(found).isIcann ? disguiseHost(found, disguise) : found
    case 'iban':
      return disguiseIban(found, disguise)
    case 'number':
      return disguiseNumber(found, disguise)
    case 'token':
      return sameShape(found, disguise)
    case 'word':
      return disguise.names.has(found.toLowerCase()) ? disguiseName(found, disguise) : found
    default:
      return found
  }
}

/** Small words in a path, such as `unsubscribe`, say what the link is for. */
function disguiseLink(link: string, disguise: Disguise): string {
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(link) ?? []
  if (publicHosts.test(host)) return link
  const isPlain = (word: string): boolean => /^[a-z-]{1,20}$/.test(word) && !disguise.names.has(word)
  const path = rest.split(/(%[\da-f]{2}|&amp;)/i).map((part, i) => (i % 2 === 1 ? part : sameShape(part, disguise, isPlain)))
  return `${scheme}${disguiseHost(host, disguise)}${path.join('')}`
}

function disguiseAddress(address: string, disguise: Disguise): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).replace(/[\p{L}]+/gu, word => (isRole(word) ? word : disguiseName(word, disguise)))
  return `${disguiseNumber(local, disguise)}@${disguiseHost(address.slice(at + 1), disguise)}`
}

const roles = new Set(
  'no reply noreply donotreply info mail support service news newsletter billing invoice invoices orders order alerts alert notifications notification notify security account accounts hello contact help team admin postmaster mailer daemon bounce bounces list www mailto via the and'.split(
    ' ',
  ),
)
export const isRole = (word: string): boolean => roles.has(word.toLowerCase())

/** Below a reserved top-level domain; `mail.` and the like stay. */
function disguiseHost(host: string, disguise: Disguise): string {
  const registered = getDomain(host)
  if (publicHosts.test(host) || registered === null) return host
  const below = host.slice(0, -registered.length)
  const label = disguiseName(registered.split('.')[0] ?? '', disguise).toLowerCase()
  return `${below.replace(/[\p{L}\p{N}]+/gu, part => (/^(?:\p{L}{1,8})$/u.test(part) ? part : sameShape(part, disguise)))}${label}.example`
}

const consonants = 'bdfgklmnprstv'
const vowels = 'aeiou'

/** An invented word of the same length and capitals; other scripts keep theirs. */
export function disguiseName(word: string, { salt }: Disguise): string {
  const bytes = digest(salt, word.toLowerCase())
  return Array.from(word)
    .map((letter, i) => {
      const byte = bytes[i % bytes.length] ?? 0
      const invented = /\p{Script=Latin}/u.test(letter) ? pick(i % 2 === 0 ? consonants : vowels, byte) : otherLetter(letter, byte)
      return /\p{Lu}/u.test(letter) ? invented.toUpperCase() : invented
    })
    .join('')
}

const alphabets = [
  ['\u0628', '\u0648'],
  ['\u05d0', '\u05ea'],
  ['\u0430', '\u044f'],
  ['\u03b1', '\u03c9'],
  ['\u3042', '\u3093'],
  ['\u30a2', '\u30f3'],
  ['\u4e00', '\u4fff'],
  ['\uac00', '\ud7a3'],
].map(([first = '', last = '']) => [first.charCodeAt(0), last.charCodeAt(0)] as const)

function otherLetter(letter: string, byte: number): string {
  const code = letter.toLowerCase().charCodeAt(0)
  const alphabet = alphabets.find(([first, last]) => code >= first && code <= last)
  return alphabet ? String.fromCharCode(alphabet[0] + ((code - alphabet[0] + 1 + byte) % (alphabet[1] - alphabet[0] + 1))) : letter
}

const pick = (letters: string, byte: number): string => letters.charAt(byte % letters.length)

/** A letter for a letter, a digit for a digit; a first digit that is not zero stays so. */
function sameShape(text: string, { salt }: Disguise, isKept: (part: string) => boolean = () => false): string {
  return text.replace(/[\p{L}\p{Nd}-]+/gu, part => {
    if (isKept(part)) return part
    const bytes = digest(salt, part)
    return Array.from(part)
      .map((sign, i) => otherSign(sign, bytes[i % bytes.length] ?? 0, i === 0))
      .join('')
  })
}

function otherSign(sign: string, byte: number, isFirst: boolean): string {
  if (/[a-z]/.test(sign)) return String.fromCharCode(97 + (byte % 26))
  if (/[A-Z]/.test(sign)) return String.fromCharCode(65 + (byte % 26))
  if (!/\p{Nd}/u.test(sign)) return sign
  const digit = toDigit(sign)
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) - digit + (isFirst && digit !== 0 ? 1 + (byte % 9) : byte % 10))
}

/** Digits of all scripts come in rows of ten. */
const toDigit = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  const starts = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]
  return code - (starts.find(start => code >= start && code < start + 10) ?? code)
}

/** The digits change and the signs between them stay; a payment card stays one, by its check digit. */
function disguiseNumber(text: string, disguise: Disguise): string {
  const digits = text.replace(/\P{Nd}/gu, '')
  if (digits.length < 4) return text
  const other = sameShape(digits, disguise)
  const checked = /^\d{13,19}$/.test(digits) && luhn(digits) === 0 ? withLuhn(other) : other
  let at = 0
  return text.replace(/\p{Nd}/gu, () => checked.charAt(at++))
}

/** ISO/IEC 7812-1, Annex B. */
const luhn = (digits: string): number =>
  Array.from(digits)
    .toReversed()
    .reduce((sum, digit, i) => sum + (i % 2 === 0 ? Number(digit) : (Number(digit) * 2) % 9 || (digit === '9' ? 9 : 0)), 0) % 10

const withLuhn = (digits: string): string => {
  const start = digits.slice(0, -1)
  return (
    Array.from('0123456789')
      .map(last => start + last)
      .find(whole => luhn(whole) === 0) ?? digits
  )
}

/** ISO 13616: the country stays and the check digits fit. */
function disguiseIban(iban: string, disguise: Disguise): string {
  const plain = iban.replaceAll(' ', '')
  if (mod97(plain) !== 1) return sameShape(iban, disguise)
  const rest = sameShape(plain.slice(4), disguise)
  const check = String(98 - mod97(`${plain.slice(0, 2)}00${rest}`)).padStart(2, '0')
  const other = `${plain.slice(0, 2)}${check}${rest}`
  let at = 0
  return iban.replace(/\S/g, () => other.charAt(at++))
}

const mod97 = (iban: string): number =>
  Array.from(iban.slice(4) + iban.slice(0, 4)).reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0)

const digest = (salt: string, text: string): Buffer => createHmac('sha256', salt).update(text).digest()
