// Checks file paths: each starts with its user's id and cannot escape that folder.
import { invalidKey, notAllowed } from './errors.ts'

const maxLength = 512
const maxSegmentLength = 200
// The characters that storage-api accepts, except the question mark, which starts a query in a URL.
const allowedCharacters = /^[\w!\-.*'() &$@=;:+,/]+$/

export const isValidKey = (path: string): boolean =>
  path.length <= maxLength && allowedCharacters.test(path) && path.split('/').every(segment => isSegment(segment))

const isSegment = (segment: string): boolean =>
  segment.trim() === segment && segment !== '' && segment.length <= maxSegmentLength && !/^\.+$/.test(segment)

/** Whether a path is in this user's folder. */
export const isInOwnFolder = (userId: string | null, path: string): userId is string => userId !== null && path.startsWith(`${userId}/`)

/** The path if the user may write there; throws like row level security otherwise. */
export function requireOwnPath(userId: string | null, path: string): { userId: string; path: string } {
  if (!isValidKey(path)) throw invalidKey(path)
  if (!isInOwnFolder(userId, path)) throw notAllowed()
  return { userId, path }
}
