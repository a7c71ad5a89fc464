// Keeps only the lines of a calendar that a card needs, before parsing.

const neededProperties = new Map<string, readonly string[]>(
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
const maxLineChars = 4000
const maxPerName = 200
const maxComponents = 100

interface Reading {
  /** The lines kept so far. */
  lines: string[]
  /** The open components, the innermost last. */
  open: string[]
  /** The number of lines per name in the current component. */
  counts: Map<string, number>
  components: number
}

/** Null when it is not a complete calendar. A recurrence rule stays unparsed, renamed to `X-RRULE`. */
export function calendarLines(text: string): string | null {
  if (text.length > calendarChars) return null
  const reading: Reading = { lines: [], open: [], counts: new Map(), components: 0 }
  for (const line of unfoldLines(text)) {
    const step = readLine(reading, line)
    if (step === 'broken') return null
    if (step === 'whole') return reading.lines.length > 0 ? reading.lines.join('\r\n') : null
  }
  return null
}

function readLine(reading: Reading, line: string): 'on' | 'whole' | 'broken' {
  const [, name = '', value = ''] = /^([A-Za-z0-9-]{1,60})(?=[;:])[;:]?([^]*)$/.exec(line) ?? []
  const property = name.toUpperCase()
  if (property === 'BEGIN') return begin(reading, value.trim().toUpperCase())
  if (property === 'END') return end(reading, value.trim().toUpperCase())
  addLine(reading, property, line)
  return 'on'
}

/** Nothing is read after the first calendar. */
function begin(reading: Reading, component: string): 'on' | 'whole' | 'broken' {
  const { lines, open } = reading
  if (open.length === 0 && (component !== 'VCALENDAR' || lines.length > 0)) return 'whole'
  open.push(component)
  reading.counts = new Map()
  reading.components += 1
  if (isNeeded(open)) lines.push(`BEGIN:${component}`)
  return reading.components > maxComponents ? 'broken' : 'on'
}

function end({ lines, open }: Reading, component: string): 'on' | 'whole' | 'broken' {
  if (open.at(-1) !== component) return 'broken'
  if (isNeeded(open)) lines.push(`END:${component}`)
  open.pop()
  return open.length === 0 ? 'whole' : 'on'
}

function addLine({ lines, open, counts }: Reading, property: string, line: string): void {
  if (!isNeeded(open) || !neededProperties.get(open.at(-1) ?? '')?.includes(property) || line.length > maxLineChars) return
  const count = (counts.get(property) ?? 0) + 1
  counts.set(property, count)
  if (count <= maxPerName) lines.push(property === 'RRULE' ? `X-RRULE:${line.slice(line.indexOf(':') + 1)}` : line)
}

const shapes = ['VCALENDAR', 'VCALENDAR/VTIMEZONE', 'VCALENDAR/VEVENT', 'VCALENDAR/VTIMEZONE/STANDARD', 'VCALENDAR/VTIMEZONE/DAYLIGHT']
const isNeeded = (open: readonly string[]): boolean => open.length <= 3 && shapes.includes(open.join('/'))

/** Joins folded lines (RFC 5545 §3.1). */
const unfoldLines = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
