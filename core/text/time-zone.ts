// How far the clock of a time zone was from that of Greenwich at one moment.

const formatters = new Map<string, Intl.DateTimeFormat | null>()
const mostFormatters = 1000

/** Minutes east of Greenwich; 0 for a zone that this machine does not know. */
export function offsetAt(atMs: number, timeZone: string): number {
  const name = formatterOf(timeZone)
    ?.formatToParts(atMs)
    .find(part => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const made = newFormatter(timeZone)
  if (formatters.size >= mostFormatters) formatters.clear()
  formatters.set(timeZone, made)
  return made
}

function newFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}
