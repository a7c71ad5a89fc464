// Parses what staff type to find a user: an id, the beginning of an email address, name or phone number, or a whole phone number.

export type UserSearch =
  | { kind: 'id'; id: string }
  /** The beginning of a phone number; an email address may begin with digits too. */
  | { kind: 'digits'; digits: string; text: string; isWhole: boolean }
  | { kind: 'text'; text: string }

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const minDigits = 3

/**
 * Null if there is nothing to search for. `onlyWhole`: the digits must be a whole number. Searching by its beginning would reveal the rest
 * of a masked number digit by digit.
 */
export function parseUserSearch(typed: string | undefined, onlyWhole = false): UserSearch | null {
  const text = (typed ?? '').trim().toLowerCase()
  if (text === '') return null
  if (uuid.test(text)) return { kind: 'id', id: text }
  const digits = text.replace(/[\s()+./-]/g, '')
  if (/^\d+$/.test(digits) && digits.length >= minDigits)
    return { kind: 'digits', digits: digits.replace(/^00/, ''), text, isWhole: onlyWhole }
  return { kind: 'text', text }
}

/** A LIKE pattern for texts that begin with `text`. */
export const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
