// Limits how many uploads run at once, since each uses memory for as long as its sender takes.
import { HttpError } from '../foundation/http/errors.ts'

const maxPerUser = 4
const maxTotal = 60

/** Runs an upload, or refuses it when too many are running. */
export function openUploadLimiter() {
  const runningByUser = new Map<string, number>()
  let total = 0
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const running = runningByUser.get(userId) ?? 0
    if (running >= maxPerUser) throw new HttpError(429, 'SlowDown', 'Too many uploads at once. Wait until one of them has ended.')
    if (total >= maxTotal) throw new HttpError(503, 'SlowDown', 'Too many uploads come in at once. Try again in a minute.')
    total++
    runningByUser.set(userId, running + 1)
    try {
      return await work()
    } finally {
      total--
      const remaining = (runningByUser.get(userId) ?? 1) - 1
      if (remaining > 0) runningByUser.set(userId, remaining)
      else runningByUser.delete(userId)
    }
  }
}
