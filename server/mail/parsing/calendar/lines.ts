// Picks the lines of a calendar that a card needs; everything else is dropped before parsing.

const kept = new Map<string, readonly string[]>(
  Object.entries({
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
  }),
)

export const calendarChars = 512 * 1024
const longestLine = 4000
const mostOfAKind = 200
const mostComponents = 100

interface Reading {
  /** What is kept of the lines that were read. */
  lines: string[]
  /** The components that are open, the innermost last. */
  open: string[]
  /** How many lines of each name the last component has. */
  counts: Map<string, number>
  components: number
}

/** Null where it is no calendar, or ends before it is whole. A rule stays as it is written, under the name `X-RRULE`. */
export function calendarLines(text: string): string | null {
  if (text.length > calendarChars) return null
  const reading: Reading = { lines: [], open: [], counts: new Map(), components: 0 }
  for (const line of unfolded(text)) {
    const step = read(reading, line)
    if (step === 'broken') return null
    if (step === 'whole') return reading.lines.length > 0 ? reading.lines.join('\r\n') : null
  }
  return null
}

function read(reading: Reading, line: string): 'on' | 'whole' | 'broken' {
  const [, name = '', value = ''] = /^([A-Za-z0-9-]{1,60})(?=[;:])[;:]?([^]*)$/.exec(line) ?? []
  const property = name.toUpperCase()
  if (property === 'BEGIN') return begin(reading, value.trim().toUpperCase())
  if (property === 'END') return end(reading, value.trim().toUpperCase())
  keep(reading, property, line)
  return 'on'
}

/** Behind the first calendar nothing is read. */
function begin(reading: Reading, component: string): 'on' | 'whole' | 'broken' {
  const { lines, open } = reading
  if (open.length === 0 && (component !== 'VCALENDAR' || lines.length > 0)) return 'whole'
  open.push(component)
  reading.counts = new Map()
  reading.components += 1
  if (isKept(open)) lines.push(`BEGIN:${component}`)
  return reading.components > mostComponents ? 'broken' : 'on'
}

function end({ lines, open }: Reading, component: string): 'on' | 'whole' | 'broken' {
  if (open.at(-1) !== component) return 'broken'
  if (isKept(open)) lines.push(`END:${component}`)
  open.pop()
  return open.length === 0 ? 'whole' : 'on'
}

function keep({ lines, open, counts }: Reading, property: string, line: string): void {
  if (!isKept(open) || !kept.get(open.at(-1) ?? '')?.includes(property) || line.length > longestLine) return
  const count = (counts.get(property) ?? 0) + 1
  counts.set(property, count)
  if (count <= mostOfAKind) lines.push(property === 'RRULE' ? `X-RRULE:${line.slice(line.indexOf(':') + 1)}` : line)
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
