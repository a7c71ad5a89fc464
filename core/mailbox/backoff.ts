// How long to wait before connecting to a mail server again.

export const shortestMs = 1_000
export const longestMs = 5 * 60_000

/** `failures` in a row, at least one; `random` in [0, 1) spreads many mailboxes that fall together. */
export function reconnectDelayMs(failures: number, random: number): number {
  const ceilingMs = Math.min(longestMs, shortestMs * 2 ** Math.min(failures, 30))
  return shortestMs + Math.floor(random * (ceilingMs - shortestMs))
}
