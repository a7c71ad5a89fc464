// Finds one-time codes in a text: next to a word for a code, alone on a line below one, or set apart in an email that signs somebody in.
import { asksToEnter, signsIn } from './sign-in-words.ts'
import type { Span } from './spans.ts'

/** How far below the word, in non-blank lines, a code may be. */
const maxLinesBelow = 5
/** How far from the word, in characters, on the same line. */
const maxDistance = 80

/** Reading words takes longer than seeing that no number stands alone. */
const loneNumber = /^[^\p{L}\p{Nd}\n]*\p{Nd}(?:[ \t\u00a0\-\u2010-\u2013]{0,3}\p{Nd}){3,9}[^\p{L}\p{Nd}\n]*$/mu

/** The only number set apart that the text asks to enter, in an email whose subject signs somebody in; none if there are several. */
export function findSetApartCodes(subject: string, text: string): Span[] {
  if (!loneNumber.test(text) || !signsIn(subject)) return []
  const candidates = findCandidates(text)
  const apart = candidates.filter(candidate => {
    const start = text.lastIndexOf('\n', candidate.start - 1) + 1
    const end = text.indexOf('\n', candidate.end)
    const line = { start, end: end < 0 ? text.length : end }
    return isAlone(candidate, line, text) && asksToEnter(text.slice(0, start), candidates.length === 1)
  })
  return apart.length === 1 ? apart : []
}

interface Line {
  start: number
  end: number
  candidates: Span[]
  words: Span[]
}

export const hasCodeWord = (text: string): boolean => findCodeWords(text).length > 0

/** `isAnnounced`: the subject mentions a code, so any line that consists of a candidate is one. */
export function findCodeSpans(text: string, isAnnounced: boolean): Span[] {
  const lines = splitLines(text).filter(line => text.slice(line.start, line.end).trim() !== '')
  const found: Span[] = []
  let below = isAnnounced ? Infinity : 0
  for (const line of lines) {
    const beside = line.words.flatMap(word => findNearestCandidate(line, word, text) ?? [])
    const [only] = line.candidates
    if (beside.length > 0) found.push(...beside)
    else if (below > 0 && only && line.candidates.length === 1 && isAlone(only, line, text)) found.push(only)
    if (line.words.length > 0) below = Math.max(below, maxLinesBelow + 1)
    below--
  }
  return found
}

/** The first candidate after the word, else the last before it, within the sentence. */
function findNearestCandidate(line: Line, word: Span, text: string): Span | null {
  const candidates = line.candidates.filter(c => c.end >= word.start - maxDistance && c.start <= word.end + maxDistance)
  const isNear = (from: number, to: number) =>
    to >= from && to - from <= maxDistance && !/[.!?。！？؟](\s|$)/.test(text.slice(from, to).trimEnd())
  return candidates.find(c => isNear(word.end, c.start)) ?? candidates.findLast(c => isNear(c.end, word.start)) ?? null
}

const isAlone = (candidate: Span, line: Span, text: string): boolean =>
  /^[^\p{L}\p{Nd}]*$/u.test(text.slice(line.start, candidate.start)) && /^[^\p{L}\p{Nd}]*$/u.test(text.slice(candidate.end, line.end))

function splitLines(text: string): Line[] {
  const candidates = findCandidates(text)
  const words = findCodeWords(text)
  const lines: Line[] = []
  let [candidate, word] = [0, 0]
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const firsts = [candidate, word] as const
    while ((candidates[candidate]?.start ?? Infinity) < end) candidate++
    while ((words[word]?.start ?? Infinity) < end) word++
    // A code in table cells may span several lines; it belongs to the first.
    const here = candidates.slice(firsts[0], candidate)
    lines.push({ start, end: Math.max(end, here.at(-1)?.end ?? 0), candidates: here, words: words.slice(firsts[1], word) })
    start = end + 1
  }
  return lines
}

const edge = '(?<![\\p{L}\\p{Nd}])'
const end = '(?![\\p{L}\\p{Nd}])'
const shapes = [
  // Single digits, each from a table cell.
  new RegExp(`${edge}\\p{Nd}(?:\\s{1,4}\\p{Nd}){3,9}${end}`, 'gu'),
  // 123456, 123 456, 12-34-56, and with a letter prefix: G-123456.
  new RegExp(`${edge}(?:[A-Z]{1,3}-)?\\p{Nd}{2,10}(?:[ \\u00a0\\-\\u2010-\\u2013]\\p{Nd}{2,4}){0,3}${end}`, 'gu'),
  // K7Q-2XM, 4F9K2P.
  new RegExp(`${edge}[A-Z\\d]{2,6}(?:-[A-Z\\d]{2,6}){0,3}${end}`, 'gu'),
]
const address = /(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,255}/g

/** In text order; of two that overlap, the longer. */
function findCandidates(text: string): Span[] {
  const addresses = [...text.matchAll(address)].map(found => ({ start: found.index, end: found.index + found[0].length }))
  const all = shapes.flatMap(shape => [...text.matchAll(shape)].flatMap(found => toCandidate(found[0], found.index, text) ?? []))
  const free = dropOverlapping(all, addresses)
  const chosen: Span[] = []
  for (const next of free.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (next.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(next)
  return chosen
}

function dropOverlapping(candidates: Span[], addresses: Span[]): Span[] {
  let at = 0
  return candidates
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (at < addresses.length && (addresses[at]?.end ?? 0) <= start) at++
      return (addresses[at]?.start ?? Infinity) >= end
    })
}

function toCandidate(candidate: string, start: number, text: string): Span | null {
  const characters = candidate.replace(/[^\p{L}\p{Nd}]/gu, '')
  const end = start + candidate.length
  if (characters.length < 4 || characters.length > 10) return null
  // Capitals alone are a word, except ABC-DEF; a word followed by a number (SPRING20) is a voucher.
  if (!/\p{Nd}/u.test(characters) && !/^[A-Z]{3}-[A-Z]{3}$/.test(candidate)) return null
  if (/[A-Z]{4}/.test(candidate) || cardEnding.test(text.slice(Math.max(0, start - 24), start))) return null
  return isAmountOrDate(text.slice(Math.max(0, start - 3), start), text.slice(end, end + 3)) ? null : { start, end }
}

/** The last digits of a card or an account. */
const cardEnding =
  /(?:[•*·]{2}|[xX]{2,}-?|\bend(?:s|ing)?(?: (?:in|with))?|terminad[ao] en|termina en|endet auf|mit endung|se terminant par|che termina (?:con|in)|final|ile biten|eindigend op|kończąc\p{L}* się na|оканчивающ\p{L}* на|المنتهي(?:ة)? بـ?)\s?$/iu

/** Part of a price, a date, a time, a percentage or a version. */
const isAmountOrDate = (before: string, after: string): boolean =>
  /[\p{Sc}#№]\s?$|\p{Nd}[.,:/]$|[.,:/]$(?<=\p{Nd}.)/u.test(before) || /^[.,:/]\p{Nd}|^\s?[%\p{Sc}]/u.test(after)

const wordEdge = '(?<![\\p{L}\\p{M}\\p{Nd}])'
const wordEnd = '(?![\\p{L}\\p{M}\\p{Nd}])'
/** German and related languages form compounds: Bestätigungscode, engangskode. */
const compound = 'codes?|kodes?|koden|koder|koodi|kód|kod'
const alone =
  `código?s?|codigos?|codice|codici|codul|cod|clave|kodu|koda|kodun|kodunuz|kodunu|kody|kódja|kódot|kodas|kods|koodin?|passcodes?
|einmalpasswort|einmalkennwort|wachtwoord|jednorazowe hasło|коды?|кода|кодом|пароль|κωδικός|κωδικό|mã`.replace(/\s+(?=\|)/g, '')
const codeWordPatterns = [
  new RegExp(`${wordEdge}(?:\\p{L}{0,24}?(?:${compound})|${alone})${wordEnd}`, 'giu'),
  new RegExp(`${wordEdge}(?:OTP|PIN|m?TAN)${wordEnd}`, 'gu'),
  /验证码|驗證碼|校验码|動態密碼|动态密码|コード|認証番号|暗証番号|인증번호|코드|رمز|كود|کد|קוד|कोड|ओटीपी|รหัส/gu,
]
/** Words before "code" that make it another kind: vouchers, countries, source code; pickup codes have a card of their own. */
const otherCodeKinds =
  /(?:promo\p{L}*|discount|coupon|voucher|gift|gutschein|rabatt|aktions|postal|post|zip|area|country|error|status|exit|response|source|qr|bar|product|item|sort|swift|bic|dress|tracking|referral|cupom|réduction|sconto|indirim|pick-?up|collection|locker|recogida|retirada|ritiro|retrait|teslimat|teslim)[\s-]*$/iu
/** Words after "code" that do so. */
const otherCodeObjects =
  /^\s+(?:of (?:conduct|practice|ethics)|postal|post(?:al)?e|de (?:conducta|conduite|conduta|identificación|descuento|ética)|di condotta|postale|promo\p{L}*|review|base|retrait|de (?:retiro|recogida|retrait|retirada)|odbioru)|^\s+البريدي/iu
const otherCodeWords = /^(?:abhol|paket|promo|gutschein|rabatt|aktions|qr|bar|quell|post|zip|fehler|en|de|trans|uni|geo|epi)(?:co|ko)/iu

/** Every word above has one of these; looking for them is quick, and most texts have none. */
const mayHaveWord =
  /cod|kod|cód|kód|kood|clave|einmal|wachtwoord|hasło|код|пароль|κωδικ|mã|验证码|驗證碼|校验码|動態密碼|动态密码|コード|番号|인증번호|코드|رمز|كود|کد|קוד|कोड|ओटीपी|รหัส/i
const mayHaveShortWord = /OTP|PIN|TAN/

function findCodeWords(text: string): Span[] {
  if (!mayHaveWord.test(text) && !mayHaveShortWord.test(text)) return []
  return codeWordPatterns
    .flatMap(pattern => [...text.matchAll(pattern)])
    .filter(({ 0: word, index }) => !otherCodeWords.test(word) && !otherCodeKinds.test(text.slice(Math.max(0, index - 24), index)))
    .filter(({ 0: word, index }) => !otherCodeObjects.test(text.slice(index + word.length, index + word.length + 24)))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
    .toSorted((a, b) => a.start - b.start)
}
