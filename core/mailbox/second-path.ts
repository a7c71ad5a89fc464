// When to check a mailbox over a second connection, and what to conclude from the result.

export interface SecondPathTimes {
  /** So often at least. */
  everyMs: number
  /** Never sooner after a mail, however many usually come. */
  quietMs: number
  /** A watch that hears nothing for so long of mail that is there is deaf. */
  doubtMs: number
  /** After a look that came to nothing. */
  againMs: number
}

const minuteMs = 60_000
export const secondPathTimes: SecondPathTimes = {
  everyMs: 30 * minuteMs,
  quietMs: 5 * minuteMs,
  doubtMs: minuteMs,
  againMs: 5 * minuteMs,
}

export interface Looks {
  /** When the watch was last connected anew; null while it is not. */
  connectedAt: Date | null
  lastMailAt: Date | null
  /** Between two mails, as it usually is here; null where that cannot be said. */
  gapMs: number | null
  lookedAt: Date | null
  hasFailed: boolean
  /** Since when the second path has seen mail that the watch has not. */
  doubtfulSince: Date | null
}

/** A mailbox is quieter than its habit after three times its usual gap. */
const quietGaps = 3

/** Null while there is no watch to compare with. */
export function nextLookAt(looks: Looks, times: SecondPathTimes): Date | null {
  const { connectedAt, lookedAt, lastMailAt, gapMs, hasFailed, doubtfulSince } = looks
  if (!connectedAt) return null
  if (!lookedAt || lookedAt < connectedAt) return connectedAt
  if (doubtfulSince) return later(doubtfulSince, times.doubtMs)
  if (hasFailed) return later(lookedAt, times.againMs)
  const next = later(lookedAt, times.everyMs)
  if (!lastMailAt || gapMs === null) return next
  const quietAt = later(lastMailAt, Math.max(times.quietMs, gapMs * quietGaps))
  return quietAt > lookedAt && quietAt < next ? quietAt : next
}

export type SecondPathResult = { kind: 'agrees' } | { kind: 'doubtful'; since: Date } | { kind: 'deaf' }

/** `isUnheard`: the second path sees mail that the watch has not heard of, though it listens. */
export function judge(isUnheard: boolean, doubtfulSince: Date | null, now: Date, { doubtMs }: SecondPathTimes): SecondPathResult {
  if (!isUnheard) return { kind: 'agrees' }
  if (!doubtfulSince) return { kind: 'doubtful', since: now }
  return now.getTime() - doubtfulSince.getTime() >= doubtMs ? { kind: 'deaf' } : { kind: 'doubtful', since: doubtfulSince }
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
