// Checks whether a mail connection is still alive, by what it receives and never by assumption.

// A dead connection is found within a minute (DESIGN §4.3), and told in it: asked after 45 s of silence, given 14 s to answer.
export const askAfterMs = 45_000
export const deadAfterMs = 59_000
// A server may drop a client that idles for half an hour: IDLE is renewed before 29 minutes (RFC 2177).
const idleAtMostMs = 28 * 60_000

/** `lastByteAt`: when the server last sent anything. `idleSince`: when IDLE began, null outside it. */
export interface Signs {
  lastByteAt: Date
  idleSince: Date | null
  now: Date
}

/** `idle`: leave it alone. `noop_due`: end IDLE and ask with NOOP. `dead`: close and connect anew. */
export function liveness({ lastByteAt, idleSince, now }: Signs): 'idle' | 'noop_due' | 'dead' {
  const silentMs = now.getTime() - lastByteAt.getTime()
  if (silentMs >= deadAfterMs) return 'dead'
  if (silentMs >= askAfterMs) return 'noop_due'
  return idleSince && now.getTime() - idleSince.getTime() >= idleAtMostMs ? 'noop_due' : 'idle'
}
