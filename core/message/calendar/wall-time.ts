// Converts wall-clock time in a time zone to an instant.
import { readZoneOffset } from '../../text/time-zone.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * `wallMs` is the wall-clock time as if it were UTC. A time that occurs twice means the first; one that is skipped uses the offset
 * before the gap (RFC 5545 §3.3.5).
 */
export function wallTimeToInstant(wallMs: number, timeZone: string): number {
  const [before, after] = [wallMs - dayMs, wallMs + dayMs].map(at => readZoneOffset(at, timeZone) * minuteMs)
  const moments = [wallMs - (before ?? 0), wallMs - (after ?? 0)]
  return moments.find(at => at + readZoneOffset(at, timeZone) * minuteMs === wallMs) ?? wallMs - (before ?? 0)
}
