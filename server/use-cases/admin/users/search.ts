// Understands what staff type to find a user: an id, how an address, name or number begins, or the whole number of a phone.

export type UserSearch =
  | { kind: 'id'; id: string }
  /** Digits, as a number begins; an address may begin with them too. */
  | { kind: 'digits'; digits: string; text: string }
  | { kind: 'text'; text: string }

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const minDigits = 3

/** Null for nothing to search for. */
export function parseUserSearch(typed: string | undefined): UserSearch | null {
  const text = (typed ?? '').trim().toLowerCase()
  if (text === '') return null
  if (uuid.test(text)) return { kind: 'id', id: text }
  const digits = text.replace(/[\s()+./-]/g, '')
  if (/^\d+$/.test(digits) && digits.length >= minDigits) return { kind: 'digits', digits: digits.replace(/^00/, ''), text }
  return { kind: 'text', text }
}

/** A LIKE pattern for what begins with `text`. */
export const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
