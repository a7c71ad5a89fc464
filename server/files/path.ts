// Checks file paths: each begins with its user's id and cannot escape that folder.
import { invalidKey, notTheirs } from './errors.ts'

const longest = 512
const longestSegment = 200
// The characters that storage-api takes, without the question mark, which begins a query in a URL.
const letters = /^[\w!\-.*'() &$@=;:+,/]+$/

export const isKey = (path: string): boolean =>
  path.length <= longest && letters.test(path) && path.split('/').every(segment => isSegment(segment))

const isSegment = (segment: string): boolean =>
  segment.trim() === segment && segment !== '' && segment.length <= longestSegment && !/^\.+$/.test(segment)

/** Whether a path lies in the folder of this person. */
export const isOwn = (userId: string | null, path: string): userId is string => userId !== null && path.startsWith(`${userId}/`)

/** The path where somebody may put a file; throws as row level security does where they may not. */
export function ownPath(userId: string | null, path: string): { userId: string; path: string } {
  if (!isKey(path)) throw invalidKey(path)
  if (!isOwn(userId, path)) throw notTheirs()
  return { userId, path }
}
