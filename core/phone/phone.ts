// Phone numbers as WhatsApp names them: digits alone, with the country's code, without a plus.

// E.164: at most 15 digits with the country's code; no country uses fewer than 7.
const number = /^[1-9]\d{6,14}$/
const separators = /[\s().\-/\u2010-\u2015\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The WhatsApp id of a number as a person writes it (`+49 151 234…`, `0049…`), or null where it is none. Its country's code must be there. */
export function normalisePhone(written: string): string | null {
  const digits = written
    .normalize('NFKC')
    .replace(separators, '')
    .replace(/^(?:\+|00)/, '')
  return number.test(digits) ? digits : null
}

/** For people to read: `+49 151 234 5678`. */
export function displayPhone(phone: string): string {
  const code = phone.slice(0, codeLength(phone))
  return ['+' + code, ...groups(phone.slice(code.length))].join(' ')
}

/** The same for a sentence: isolated (UAX #9), it reads from the left also where the sentence reads from the right. */
export const phoneInText = (phone: string): string => `\u2066${displayPhone(phone)}\u2069`

/** Enough to know it again: `+254 ••• ••• 418`. */
export const hiddenPhone = (phone: string): string => `+${phone.slice(0, codeLength(phone))} ••• ••• ${phone.slice(-3)}`

// The country codes of two digits (ITU-T E.164 list); 1 and 7 have one digit, all others three.
const twoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

function codeLength(phone: string): number {
  if (/^[17]/.test(phone)) return 1
  return twoDigits.test(phone) ? 2 : 3
}

/** Threes, and a last one of two to four. */
function groups(digits: string): string[] {
  if (digits.length <= 4) return digits === '' ? [] : [digits]
  return [digits.slice(0, 3), ...groups(digits.slice(3))]
}
