// Follows the log live: reads each second what has been added, as long as the console listens.
import type { LogItem } from '../../../../core/api/admin/logs.ts'

export interface TailDeps {
  now(): Date
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** The newest matching rows since a moment, newest first, at most `tailBatch`. */
  readSince(since: Date): Promise<LogItem[]>
}

export const tailBatch = 200
const pollMs = 1000
/** A row may become visible this much later than its time, as its transaction must commit first. */
const commitMs = 15_000
const aliveMs = 15_000
/** Keeps a forgotten browser window from reading the database forever. */
const maxMs = 30 * 60_000

/** Sends each row once, oldest first. Returns when the listener leaves, or when it was open for half an hour. */
export async function tailLogs(
  deps: TailDeps,
  send: (line: { kind: 'entry'; entry: LogItem } | { kind: 'waiting' | 'ended' }) => void,
  closed: AbortSignal,
): Promise<void> {
  const openedAt = deps.now().getTime()
  let sent = new Set<string>()
  let lastLineAt = openedAt
  send({ kind: 'waiting' })
  while (!closed.aborted) {
    const at = deps.now().getTime()
    if (at - openedAt >= maxMs) return send({ kind: 'ended' })
    const found = await deps.readSince(new Date(Math.max(openedAt, at - commitMs)))
    const fresh = found.filter(({ id }) => !sent.has(id))
    for (const entry of fresh.toReversed()) send({ kind: 'entry', entry })
    // Rows that were not found this time are too old to appear again.
    sent = new Set(found.map(({ id }) => id))
    if (fresh.length === 0 && at - lastLineAt >= aliveMs) send({ kind: 'waiting' })
    if (fresh.length > 0 || at - lastLineAt >= aliveMs) lastLineAt = at
    await deps.sleep(pollMs, closed)
  }
  // For a listener who is still there, but may not go on.
  send({ kind: 'ended' })
}
