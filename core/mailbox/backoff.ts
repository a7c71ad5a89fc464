// Computes how long to wait before reconnecting to a mail server.

export const minDelayMs = 1_000
/** A recovered network is noticed within a minute: this delay plus the duration of an attempt (30 s). */
export const maxReconnectMs = 25_000
export const maxRetryMs = 5 * 60_000

/** `failures` in a row, at least one; `random` in [0, 1) spreads mailboxes that fail at the same time. */
export const reconnectDelayMs = (failures: number, random: number): number => delayMs(failures, random, maxReconnectMs)

/** For problems that only the server or we can fix; frequent retries would make them worse. */
export const retryDelayMs = (failures: number, random: number): number => delayMs(failures, random, maxRetryMs)

function delayMs(failures: number, random: number, maxMs: number): number {
  const upperMs = Math.min(maxMs, minDelayMs * 2 ** Math.min(failures, 30))
  return minDelayMs + Math.floor(random * (upperMs - minDelayMs))
}
