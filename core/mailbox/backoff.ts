// How long to wait before reconnecting to a mail server.

export const shortestMs = 1_000
/** A network that is back is noticed within a minute: so long, and the time that an attempt may take (30 s). */
export const longestAwayMs = 25_000
export const longestMs = 5 * 60_000

/** `failures` in a row, at least one; `random` in [0, 1) spreads many mailboxes that fall together. */
export const reconnectDelayMs = (failures: number, random: number): number => pauseMs(failures, random, longestAwayMs)

/** For what only the server can mend, or we ourselves: asking often would make it worse. */
export const retryDelayMs = (failures: number, random: number): number => pauseMs(failures, random, longestMs)

function pauseMs(failures: number, random: number, mostMs: number): number {
  const ceilingMs = Math.min(mostMs, shortestMs * 2 ** Math.min(failures, 30))
  return shortestMs + Math.floor(random * (ceilingMs - shortestMs))
}
