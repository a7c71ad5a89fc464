// Computes when an API key expires.
import type { KeyExpiry } from './keys.ts'

const dayMs = 86_400_000
/** A year, including leap years. */
const maxDays = 366

/** Null if the day is past or too far away. */
export function keyEnd(expiry: KeyExpiry, now: Date): Date | null {
  if ('days' in expiry) return new Date(now.getTime() + expiry.days * dayMs)
  const end = new Date(`${expiry.until}T23:59:59.999Z`)
  return end > now && end.getTime() <= now.getTime() + (maxDays + 1) * dayMs ? end : null
}
