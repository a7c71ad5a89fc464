// Finds international bank account numbers (ISO 13616): a country, its length, and two digits that prove the rest.
import type { Span } from '../../text/spans.ts'

/** Letters and digits of a whole number, by country (SWIFT's IBAN registry). */
const lengths: Record<string, number> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18
  FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25
  MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24
  SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const begin = /(?<![\p{L}\p{Nd}])[A-Z]{2}[ -]?\d[ -]?\d/giu
const separator = /[\s\-\u2010-\u2014.]/

export function spansOfIbans(text: string): Span[] {
  return [...text.matchAll(begin)].flatMap(({ index }) => ibanAt(text, index) ?? [])
}

function ibanAt(text: string, start: number): Span | null {
  const wanted = lengths[text.slice(start, start + 2).toUpperCase()]
  if (wanted === undefined) return null
  let read = ''
  let end = start
  for (let gap = 0; read.length < wanted && gap <= 2 && end < text.length; end++) {
    const letter = text.charAt(end)
    if (/[A-Za-z0-9]/.test(letter)) read += letter.toUpperCase()
    else if (!separator.test(letter)) return null
    gap = separator.test(letter) ? gap + 1 : 0
  }
  if (read.length < wanted || /[A-Za-z0-9]/.test(text.charAt(end))) return null
  return isProven(read) || isShown(text, start, end) ? { start, end } : null
}

/** Called so, or in groups of four: a number with a slip of the pen, or a made-up one, is as nobody else's business. */
const isShown = (text: string, start: number, end: number): boolean =>
  /\biban\b[^\p{L}\p{Nd}]{0,6}$/iu.test(text.slice(Math.max(0, start - 12), start)) ||
  /^[A-Z]{2}\d{2}(?:[ \u00a0][A-Z0-9]{4})+(?:[ \u00a0][A-Z0-9]{1,3})?$/.test(text.slice(start, end))

/** The country and its two digits go to the end, letters count from 10, and the whole leaves 1 when divided by 97. */
function isProven(iban: string): boolean {
  let rest = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
