// Parses and formats phone numbers in WhatsApp's form: digits with the country code, without a plus.

// E.164: at most 15 digits including the country code; no country uses fewer than 7.
const number = /^[1-9]\d{6,14}$/
const separators = /[\s().\-/\u2010-\u2015\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The WhatsApp id of a number as people write it (`+49 151 234…`, `0049…`); null if invalid. It must include the country code. */
export function parsePhone(text: string): string | null {
  const digits = text
    .normalize('NFKC')
    .replace(separators, '')
    .replace(/^(?:\+|00)/, '')
  return number.test(digits) ? digits : null
}

/** Formatted for people: `+49 151 234 5678`. */
export function formatPhone(phone: string): string {
  const code = phone.slice(0, codeLength(phone))
  return ['+' + code, ...groups(phone.slice(code.length))].join(' ')
}

/** Formatted for use in a sentence: isolated (UAX #9), so it reads left to right even in right-to-left text. */
export const formatPhoneInText = (phone: string): string => `\u2066${formatPhone(phone)}\u2069`

/** Enough to recognize it: `+254 ••• ••• 418`. */
export const maskPhone = (phone: string): string => `+${phone.slice(0, codeLength(phone))} ••• ••• ${phone.slice(-3)}`

// Two-digit country codes (ITU-T E.164 list); 1 and 7 have one digit, all others three.
const twoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

function codeLength(phone: string): number {
  if (/^[17]/.test(phone)) return 1
  return twoDigits.test(phone) ? 2 : 3
}

/** Groups of three; the last has two to four digits. */
function groups(digits: string): string[] {
  if (digits.length <= 4) return digits === '' ? [] : [digits]
  return [digits.slice(0, 3), ...groups(digits.slice(3))]
}
