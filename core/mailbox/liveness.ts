// Checks whether a mail connection is still alive, by what it receives.

// A dead connection is detected within a minute (DESIGN §4.3): probed after 45 s of silence, with 14 s to respond.
export const askAfterMs = 45_000
export const deadAfterMs = 59_000
// A server may drop a client that idles for half an hour: IDLE is renewed before 29 minutes (RFC 2177).
const maxIdleMs = 28 * 60_000

/** `lastByteAt`: when the server last sent anything. `idleSince`: when IDLE started; null outside IDLE. */
export interface ConnectionActivity {
  lastByteAt: Date
  idleSince: Date | null
  now: Date
}

/** `idle`: leave it alone. `noop_due`: end IDLE and probe with NOOP. `dead`: reconnect. */
export function liveness({ lastByteAt, idleSince, now }: ConnectionActivity): 'idle' | 'noop_due' | 'dead' {
  const silentMs = now.getTime() - lastByteAt.getTime()
  if (silentMs >= deadAfterMs) return 'dead'
  if (silentMs >= askAfterMs) return 'noop_due'
  return idleSince && now.getTime() - idleSince.getTime() >= maxIdleMs ? 'noop_due' : 'idle'
}
