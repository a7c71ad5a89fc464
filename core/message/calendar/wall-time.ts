// From what a clock on a wall shows to the moment that it means.
import { offsetAt } from '../../text/time-zone.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * `wallMs` is what the clock shows, as if it were the time in Greenwich. A time that comes twice is the first of the two; one that the
 * clock jumps over is counted as before the jump (RFC 5545 §3.3.5).
 */
export function instantIn(wallMs: number, timeZone: string): number {
  const [before, after] = [wallMs - dayMs, wallMs + dayMs].map(at => offsetAt(at, timeZone) * minuteMs)
  const moments = [wallMs - (before ?? 0), wallMs - (after ?? 0)]
  return moments.find(at => at + offsetAt(at, timeZone) * minuteMs === wallMs) ?? wallMs - (before ?? 0)
}
