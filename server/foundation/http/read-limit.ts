// Limits how many reads one person has under way: a few slow ones must not take the connections that others need.
import { sleep } from '../clock.ts'
import { requestWords } from '../words.ts'
import { HttpError } from './errors.ts'

export interface ReadLimit {
  /** Resolves when the read may begin; call the returned function when it has ended. Throws 429 after a short wait. */
  enter(userId: string, abandoned: AbortSignal, waitMs: number): Promise<() => void>
}

const maxReads = 3
/** A page asks for several things at once, each of which takes milliseconds. */
const maxWaiting = 20

interface Reads {
  active: number
  waiting: (() => void)[]
}

export function openReadLimit(): ReadLimit {
  const people = new Map<string, Reads>()
  const leave = (userId: string, reads: Reads) => {
    const next = reads.waiting.shift()
    // The next one takes over the place.
    if (next) return next()
    reads.active--
    if (reads.active === 0) people.delete(userId)
  }
  return {
    async enter(userId, abandoned, waitMs) {
      const reads = people.get(userId) ?? { active: 0, waiting: [] }
      people.set(userId, reads)
      if (reads.active >= maxReads) await waitForTurn(reads, abandoned, waitMs)
      else reads.active++
      return () => leave(userId, reads)
    },
  }
}

async function waitForTurn(reads: Reads, abandoned: AbortSignal, waitMs: number): Promise<void> {
  if (reads.waiting.length >= maxWaiting) throw tooMany()
  const turn = new AbortController()
  const begin = () => turn.abort()
  reads.waiting.push(begin)
  await sleep(waitMs, AbortSignal.any([turn.signal, abandoned]))
  if (turn.signal.aborted) return
  reads.waiting.splice(reads.waiting.indexOf(begin), 1)
  throw tooMany()
}

const tooMany = () => new HttpError(429, 'too_many_reads', requestWords().of('http')('tooManyReads'))
