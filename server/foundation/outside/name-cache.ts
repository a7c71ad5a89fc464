// Decides how long the answer of a name server is used: fresh, stale while a new one is fetched, or as a refusal.
import type { SocketEndpoint } from './addresses.ts'

/** `unknown`: the name does not exist. `failed`: no name server gave an answer. */
export type NameAnswer = { kind: 'found'; endpoints: SocketEndpoint[]; ttlSeconds: number } | { kind: 'unknown' | 'failed' }

export interface CachedName {
  answer: NameAnswer
  /** The last addresses that were found, for when nothing better comes. */
  found: SocketEndpoint[] | null
  freshUntil: number
  staleUntil: number
}

const leastMs = 5_000
const mostMs = 3_600_000
const unknownMs = 60_000
const failedMs = 10_000
/** An address of yesterday is better than none. */
const staleMs = 24 * 3_600_000

/** `nowMs` is when the answer came. */
export function afterAnswer(known: CachedName | undefined, answer: NameAnswer, nowMs: number): CachedName {
  if (answer.kind === 'found') {
    const freshUntil = nowMs + Math.min(mostMs, Math.max(leastMs, answer.ttlSeconds * 1000))
    return { answer, found: answer.endpoints, freshUntil, staleUntil: nowMs + staleMs }
  }
  const isStale = answer.kind === 'failed' && known?.found && nowMs < known.staleUntil
  const freshUntil = nowMs + (answer.kind === 'unknown' ? unknownMs : failedMs)
  return { answer, found: isStale ? known.found : null, freshUntil, staleUntil: isStale ? known.staleUntil : freshUntil }
}

/** What to answer now: addresses, a refusal, or null where there is nothing to go by. */
export function usable(
  known: CachedName | undefined,
  nowMs: number,
): { answer: SocketEndpoint[] | 'unknown' | 'failed'; isFresh: boolean } | null {
  if (!known) return null
  const isFresh = nowMs < known.freshUntil
  if (known.found && nowMs < known.staleUntil) return { answer: known.found, isFresh }
  return isFresh && known.answer.kind !== 'found' ? { answer: known.answer.kind, isFresh } : null
}
