// Decides when to check a mailbox over a second connection, and what the result means.

export interface SecondPathTimes {
  /** The longest interval between checks. */
  everyMs: number
  /** Never check sooner after an email, however many usually arrive. */
  quietMs: number
  /** A watch that does not report existing email for this long counts as deaf. */
  doubtMs: number
  /** After a failed check. */
  retryAfterMs: number
}

const minuteMs = 60_000
export const secondPathTimes: SecondPathTimes = {
  everyMs: 30 * minuteMs,
  quietMs: 5 * minuteMs,
  doubtMs: minuteMs,
  retryAfterMs: 5 * minuteMs,
}

export interface SecondPathState {
  /** When the watch last reconnected; null while disconnected. */
  connectedAt: Date | null
  lastMailAt: Date | null
  /** The usual time between two emails; null if unknown. */
  gapMs: number | null
  checkedAt: Date | null
  hasFailed: boolean
  /** Since when the second connection has seen email that the watch has not reported. */
  doubtfulSince: Date | null
}

/** A mailbox is unusually quiet after three times its usual gap. */
const quietGaps = 3

/** Null while there is no watch to compare with. */
export function nextCheckAt(state: SecondPathState, times: SecondPathTimes): Date | null {
  const { connectedAt, checkedAt, lastMailAt, gapMs, hasFailed, doubtfulSince } = state
  if (!connectedAt) return null
  if (!checkedAt || checkedAt < connectedAt) return connectedAt
  if (doubtfulSince) return later(doubtfulSince, times.doubtMs)
  if (hasFailed) return later(checkedAt, times.retryAfterMs)
  const next = later(checkedAt, times.everyMs)
  if (!lastMailAt || gapMs === null) return next
  const quietAt = later(lastMailAt, Math.max(times.quietMs, gapMs * quietGaps))
  return quietAt > checkedAt && quietAt < next ? quietAt : next
}

export type SecondPathResult = { kind: 'agrees' } | { kind: 'doubtful'; since: Date } | { kind: 'deaf' }

/** `isUnreported`: the second connection sees email that the connected watch has not reported. */
export function evaluateSecondPath(
  isUnreported: boolean,
  doubtfulSince: Date | null,
  now: Date,
  { doubtMs }: SecondPathTimes,
): SecondPathResult {
  if (!isUnreported) return { kind: 'agrees' }
  if (!doubtfulSince) return { kind: 'doubtful', since: now }
  return now.getTime() - doubtfulSince.getTime() >= doubtMs ? { kind: 'deaf' } : { kind: 'doubtful', since: doubtfulSince }
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
