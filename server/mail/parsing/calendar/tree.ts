// A calendar as jCal (RFC 7265), parsed by ical.js and checked.
import ICAL from 'ical.js'
import { z } from 'zod/mini'

const Property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()], z.unknown())

export interface Component {
  name: string
  properties: z.infer<typeof Property>[]
  components: Component[]
}

const Jcal: z.ZodMiniType<Component> = z.pipe(
  z.tuple([z.string(), z.array(Property), z.array(z.lazy(() => Jcal))]),
  z.transform(([name, properties, components]) => ({ name, properties, components })),
)

/** Null where it cannot be read. */
export function readCalendar(lines: string): Component | null {
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

export const valuesOf = ({ properties }: Component, name: string): Value[] =>
  properties.flatMap(([own, parameters, type, ...values]) =>
    own === name
      ? values.flatMap(value => (typeof value === 'string' || typeof value === 'number' ? [{ text: String(value), type, parameters }] : []))
      : [],
  )

export const valueOf = (component: Component, name: string): Value | null => valuesOf(component, name)[0] ?? null
export const textOf = (component: Component, name: string): string | null => valueOf(component, name)?.text ?? null

export const parameterOf = ({ parameters }: Value, name: string): string => {
  const value = parameters[name]
  return typeof value === 'string' ? value : ''
}
