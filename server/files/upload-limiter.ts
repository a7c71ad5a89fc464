// Limits how many uploads run at once, because each holds memory for as long as its sender likes.
import { HttpError } from '../foundation/http/errors.ts'

const mostOfAPerson = 4
const mostOfAll = 60

/** Runs what is given to it, or refuses it where too much is under way. */
export function openUploadLimiter() {
  const taken = new Map<string, number>()
  let all = 0
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const theirs = taken.get(userId) ?? 0
    if (theirs >= mostOfAPerson) throw new HttpError(429, 'SlowDown', 'Too many uploads at once. Wait until one of them has ended.')
    if (all >= mostOfAll) throw new HttpError(503, 'SlowDown', 'Too many uploads come in at once. Try again in a minute.')
    all++
    taken.set(userId, theirs + 1)
    try {
      return await work()
    } finally {
      all--
      const left = (taken.get(userId) ?? 1) - 1
      if (left > 0) taken.set(userId, left)
      else taken.delete(userId)
    }
  }
}
