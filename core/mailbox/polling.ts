// Decides how to learn of new messages: IDLE, polling on an open connection, or connecting periodically.
import type { PlanLimits } from '../plans/plans.ts'

export interface MailboxActivity {
  /** When its newest email arrived. */
  lastMailAt: Date | null
  /** Whether the server accepted IDLE the last time. */
  supportsIdle: boolean
}

/**
 * `listen`: IDLE. `ask`: keeps the connection and sends NOOP every `everyMs`, which also proves that it is alive. `visit`: connects,
 * reads, disconnects, and repeats after `everyMs`.
 */
export type PollingMode = { kind: 'listen' } | { kind: 'ask'; everyMs: number } | { kind: 'visit'; everyMs: number }

export interface PollTimes {
  askBusyMs: number
  askQuietMs: number
  visitBusyMs: number
  visitQuietMs: number
}

const minute = 60_000
const hour = 60 * minute
// An open connection is probed within 45 s anyway (liveness.ts); a pause between visits, varied by a tenth, is not an absence (backlog.ts).
const defaultTimes: PollTimes = { askBusyMs: 15_000, askQuietMs: 40_000, visitBusyMs: minute, visitQuietMs: 12 * minute }

export function pollingModeFor(
  { instant }: Pick<PlanLimits, 'instant'>,
  { lastMailAt, supportsIdle }: MailboxActivity,
  now: Date,
  times = defaultTimes,
): PollingMode {
  const quietMs = lastMailAt ? Math.max(0, now.getTime() - lastMailAt.getTime()) : Infinity
  if (instant && supportsIdle) return { kind: 'listen' }
  if (instant) return { kind: 'ask', everyMs: quietMs < hour ? times.askBusyMs : times.askQuietMs }
  // A minute during a busy hour, growing with the silence to twelve minutes after half a day.
  const share = Math.min(1, Math.max(0, quietMs - hour) / (11 * hour))
  return { kind: 'visit', everyMs: Math.round(times.visitBusyMs + share * (times.visitQuietMs - times.visitBusyMs)) }
}
