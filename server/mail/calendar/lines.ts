// Of a calendar the lines that a card is made of, so that all else in it costs nothing and breaks nothing.

const kept: Record<string, readonly string[]> = {
  VCALENDAR: ['METHOD'],
  VTIMEZONE: ['TZID', 'X-LIC-LOCATION'],
  STANDARD: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE'],
  DAYLIGHT: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE'],
  VEVENT: [
    'UID',
    'SEQUENCE',
    'DTSTART',
    'DTEND',
    'DURATION',
    'SUMMARY',
    'LOCATION',
    'ORGANIZER',
    'ATTENDEE',
    'RRULE',
    'RECURRENCE-ID',
    'STATUS',
    'CONFERENCE',
    'X-GOOGLE-CONFERENCE',
    'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  ],
}

export const calendarLetters = 512 * 1024
const longestLine = 4000
const mostOfAKind = 200
const mostComponents = 100

/** Null where it is no calendar, or ends before it is whole. A rule stays as it is written, under the name `X-RRULE`. */
export function calendarLines(text: string): string | null {
  if (text.length > calendarLetters) return null
  const lines: string[] = []
  const open: string[] = []
  let within = new Map<string, number>()
  let components = 0
  for (const line of unfolded(text)) {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]{1,60})(?=[;:])[;:]?([^]*)$/.exec(line) ?? []
    const property = name.toUpperCase()
    const component = value.trim().toUpperCase()
    if (property === 'BEGIN') {
      if (open.length === 0 && (component !== 'VCALENDAR' || lines.length > 0)) return lines.length > 0 ? lines.join('\r\n') : null
      open.push(component)
      within = new Map()
      if (++components > mostComponents) return null
      if (isKept(open)) lines.push(`BEGIN:${component}`)
    } else if (property === 'END') {
      if (open.at(-1) !== component) return null
      if (isKept(open)) lines.push(`END:${component}`)
      open.pop()
      if (open.length === 0) return lines.join('\r\n')
    } else if (isKept(open) && kept[open.at(-1) ?? '']?.includes(property) && line.length <= longestLine) {
      const count = (within.get(property) ?? 0) + 1
      within.set(property, count)
      if (count <= mostOfAKind) lines.push(property === 'RRULE' ? `X-RRULE:${line.slice(line.indexOf(':') + 1)}` : line)
    }
  }
  return null
}

const shapes = ['VCALENDAR', 'VCALENDAR/VTIMEZONE', 'VCALENDAR/VEVENT', 'VCALENDAR/VTIMEZONE/STANDARD', 'VCALENDAR/VTIMEZONE/DAYLIGHT']
const isKept = (open: readonly string[]): boolean => open.length <= 3 && shapes.includes(open.join('/'))

/** Lines that were folded are one again (RFC 5545 §3.1). */
const unfolded = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
