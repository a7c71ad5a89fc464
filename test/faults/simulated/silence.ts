// Simulates a connection that goes silent, second by second: when the mailbox shows as down, and when as live again.
import { reconnectDelayMs } from '../../../core/mailbox/backoff.ts'
import { askAfterMs, type ConnectionActivity, deadAfterMs, liveness } from '../../../core/mailbox/liveness.ts'
import type { Chance } from '../chance.ts'
import type { Hole } from '../checker.ts'

export interface Belief {
  liveness: typeof liveness
  /** What we send ourselves counts as a sign of life. */
  isOwnWriteProof: boolean
}

const honest: Belief = { liveness, isOwnWriteProof: false }
const tickMs = 1000
const mostMs = 600_000
const connectMs = 30_000

export function fallSilent(chance: Chance, belief: Partial<Belief> = {}): Hole {
  const { liveness: decide, isOwnWriteProof } = { ...honest, ...belief }
  const lastsMs = 70_000 + chance() * 20_000
  let lastByteAt = -chance() * askAfterMs
  let askedAt: number | null = null
  let foundAt: number | null = null
  for (let now = 0; now < mostMs && foundAt === null; now += tickMs) {
    const state = decide(signs(lastByteAt, now))
    if (state === 'noop_due') askedAt ??= now
    if (askedAt !== null && isOwnWriteProof) lastByteAt = now
    const isUnanswered = askedAt !== null && !isOwnWriteProof && now - askedAt >= deadAfterMs - askAfterMs
    if (state === 'dead' || isUnanswered) foundAt = now
  }
  const mendedAt = foundAt === null ? null : connectAgain(chance, foundAt, lastsMs)
  return {
    mailbox: 'simulated',
    foundMs: foundAt,
    mendedMs: mendedAt === null ? null : Math.max(0, mendedAt - lastsMs),
    falseProofMs: Math.max(0, lastByteAt),
  }
}

/** An attempt that begins in the silence ends with its deadline. */
function connectAgain(chance: Chance, from: number, wellAt: number): number {
  let at = from
  for (let failures = 1; ; failures++) {
    at += reconnectDelayMs(failures, chance())
    if (at >= wellAt) return at
    at += connectMs
  }
}

const signs = (lastByteAt: number, now: number): ConnectionActivity => ({
  lastByteAt: new Date(lastByteAt),
  idleSince: null,
  now: new Date(now),
})
