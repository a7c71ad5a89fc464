// Parses a calendar into jCal (RFC 7265) with ical.js, and validates it.
import ICAL from 'ical.js'
import { z } from 'zod/mini'

const Property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()], z.unknown())

export interface CalendarComponent {
  name: string
  properties: z.infer<typeof Property>[]
  components: CalendarComponent[]
}

const Jcal: z.ZodMiniType<CalendarComponent> = z.pipe(
  z.tuple([z.string(), z.array(Property), z.array(z.lazy(() => Jcal))]),
  z.transform(([name, properties, components]) => ({ name, properties, components })),
)

/** Null when it can't be parsed. */
export function readCalendar(lines: string): CalendarComponent | null {
  try {
    const read = Jcal.safeParse(ICAL.parse(lines))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export interface Value {
  text: string
  type: string
  parameters: Record<string, unknown>
}

export const readValues = ({ properties }: CalendarComponent, name: string): Value[] =>
  properties.flatMap(([own, parameters, type, ...values]) =>
    own === name
      ? values.flatMap(value => (typeof value === 'string' || typeof value === 'number' ? [{ text: String(value), type, parameters }] : []))
      : [],
  )

export const readValue = (component: CalendarComponent, name: string): Value | null => readValues(component, name)[0] ?? null
export const readText = (component: CalendarComponent, name: string): string | null => readValue(component, name)?.text ?? null

export const readParameter = ({ parameters }: Value, name: string): string => {
  const value = parameters[name]
  return typeof value === 'string' ? value : ''
}
