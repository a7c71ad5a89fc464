// Computes the UTC offset of a time zone at a given instant.

const formatters = new Map<string, Intl.DateTimeFormat | null>()
const maxFormatters = 1000

/** Minutes east of UTC; 0 for an unknown time zone. */
export function readZoneOffset(atMs: number, timeZone: string): number {
  const name = getFormatter(timeZone)
    ?.formatToParts(atMs)
    .find(part => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function getFormatter(timeZone: string): Intl.DateTimeFormat | null {
  const cached = formatters.get(timeZone)
  if (cached !== undefined) return cached
  const formatter = newFormatter(timeZone)
  if (formatters.size >= maxFormatters) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}

function newFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}
