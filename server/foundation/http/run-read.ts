// Runs a request that only reads, for as long as somebody waits for its answer.
import type { FastifyReply } from 'fastify'
import { sleep } from '../clock.ts'
import { StatementAbandoned, untilAbandoned } from '../db/abandoned.ts'
import { requestWords } from '../words.ts'
import { HttpError } from './errors.ts'
import type { ReadLimit } from './read-limit.ts'

export interface ReadTimes {
  /** How long a read waits while others of its user are under way. */
  waitMs: number
  /** How long its statements may take: nobody looks at a loading screen for longer. */
  maxMs: number
}

export const defaultReadTimes: ReadTimes = { waitMs: 5_000, maxMs: 10_000 }

interface ReadToRun {
  reads: ReadLimit
  times: ReadTimes
  userId: string
}

/** Ends its statements when the client leaves, or when they take too long. */
export async function runRead<T>({ reads, times, userId }: ReadToRun, reply: FastifyReply, read: () => Promise<T>): Promise<T> {
  const left = signalWhenLeft(reply)
  const leaveRead = await reads.enter(userId, left, times.waitMs)
  const ended = new AbortController()
  const late = new AbortController()
  void sleep(times.maxMs, ended.signal).then(() => ended.signal.aborted || late.abort())
  try {
    return await untilAbandoned(AbortSignal.any([left, late.signal]), read)
  } catch (error) {
    if (!(error instanceof StatementAbandoned)) throw error
    // Nobody reads the answer to a client that has left.
    throw late.signal.aborted ? new HttpError(503, 'too_slow', requestWords().of('http')('tooSlow')) : new HttpError(499, 'left', '')
  } finally {
    ended.abort()
    leaveRead()
  }
}

function signalWhenLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.destroyed && !raw.writableFinished) left.abort()
  raw.once('close', () => raw.writableFinished || left.abort())
  return left.signal
}
