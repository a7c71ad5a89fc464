// Finds international bank account numbers (ISO 13616) by country, length and check digits.
import type { Span } from '../../text/spans.ts'

/** The length of an IBAN in each country (SWIFT's IBAN registry). */
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

export function findIbans(text: string): Span[] {
  return [...text.matchAll(begin)].flatMap(({ index }) => ibanAt(text, index) ?? [])
}

function ibanAt(text: string, start: number): Span | null {
  const length = lengths[text.slice(start, start + 2).toUpperCase()]
  if (length === undefined) return null
  let iban = ''
  let end = start
  for (let gap = 0; iban.length < length && gap <= 2 && end < text.length; end++) {
    const character = text.charAt(end)
    if (/[A-Za-z0-9]/.test(character)) iban += character.toUpperCase()
    else if (!separator.test(character)) return null
    gap = separator.test(character) ? gap + 1 : 0
  }
  if (iban.length < length || /[A-Za-z0-9]/.test(text.charAt(end))) return null
  return hasValidCheckDigits(iban) || looksLikeIban(text, start, end) ? { start, end } : null
}

/** Labeled "IBAN" or in groups of four: redacted even if the check digits are wrong, since a mistyped number is still private. */
const looksLikeIban = (text: string, start: number, end: number): boolean =>
  /\biban\b[^\p{L}\p{Nd}]{0,6}$/iu.test(text.slice(Math.max(0, start - 12), start)) ||
  /^[A-Z]{2}\d{2}(?:[ \u00a0][A-Z0-9]{4})+(?:[ \u00a0][A-Z0-9]{1,3})?$/.test(text.slice(start, end))

/** The check (ISO 7064, MOD 97-10): the first four characters move to the end, letters count from 10, and the remainder modulo 97 is 1. */
function hasValidCheckDigits(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
