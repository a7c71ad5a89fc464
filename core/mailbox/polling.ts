// Decides how to learn of new messages: IDLE, polling on an open connection, or connecting now and then.
import type { Plan } from '../plans/plans.ts'

export interface Habit {
  /** When its newest mail came. */
  lastMailAt: Date | null
  /** Whether the server took IDLE the last time. */
  serverListens: boolean
}

/**
 * `listen`: IDLE. `ask`: the connection stays, a NOOP each `everyMs`, which proves that it lives as well. `visit`: connect, read, leave,
 * and come again after `everyMs`.
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
// A connection that is kept is asked within 45 s anyway (liveness.ts); a rest, spread by a tenth, is no absence yet (backlog.ts).
const usual: PollTimes = { askBusyMs: 15_000, askQuietMs: 40_000, visitBusyMs: minute, visitQuietMs: 12 * minute }

export function wayOf(plan: Pick<Plan, 'listens'>, { lastMailAt, serverListens }: Habit, now: Date, times = usual): PollingMode {
  const quietMs = lastMailAt ? Math.max(0, now.getTime() - lastMailAt.getTime()) : Infinity
  if (plan.listens && serverListens) return { kind: 'listen' }
  if (plan.listens) return { kind: 'ask', everyMs: quietMs < hour ? times.askBusyMs : times.askQuietMs }
  // A minute after a busy hour, then longer with the silence: twelve minutes once half a day was quiet.
  const share = Math.min(1, Math.max(0, quietMs - hour) / (11 * hour))
  return { kind: 'visit', everyMs: Math.round(times.visitBusyMs + share * (times.visitQuietMs - times.visitBusyMs)) }
}
