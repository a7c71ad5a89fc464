// Turns an answer back in time: its objects as their earlier events have them.
import { z } from 'zod/mini'
import type { StripeWorld } from '../world.ts'

const objectShape = z.looseObject({ id: z.string(), object: z.string() })
const listShape = z.looseObject({ object: z.literal('list'), data: z.array(z.unknown()) })
type AnyObject = z.infer<typeof objectShape>

/** `body` is JSON; `ageMs` 0: as before the last change. What has no earlier state stays true, but lists leave out what was not there. */
export function backdate(world: StripeWorld, body: string, ageMs: number): string {
  const until = ageMs === 0 ? null : Math.floor((world.clock.now() - ageMs) / 1000)
  return JSON.stringify(turnBack(world, JSON.parse(body), until), null, 2)
}

function turnBack(world: StripeWorld, value: unknown, until: number | null): unknown {
  const list = listShape.safeParse(value)
  if (list.success) {
    const data = list.data.data.filter(one => until === null || existed(one, until)).map(one => turnBack(world, one, until))
    return { ...list.data, data }
  }
  const fresh = objectShape.safeParse(value)
  if (!fresh.success) return value
  const old = earlierState(world, fresh.data, until)
  return old === null ? value : keepExpanded(world, old, fresh.data, until)
}

const createdShape = z.looseObject({ created: z.number() })

function existed(value: unknown, until: number): boolean {
  const { data } = createdShape.safeParse(value)
  return data === undefined || data.created <= until
}

function earlierState({ state }: StripeWorld, fresh: AnyObject, until: number | null): AnyObject | null {
  const states = state.events.flatMap(event => {
    const object = objectShape.safeParse(event.data.object)
    return object.success && object.data.id === fresh.id ? [{ at: event.created, object: object.data }] : []
  })
  if (until !== null) return (states.findLast(one => one.at <= until) ?? states[0])?.object ?? null
  const now = JSON.stringify(states.at(-1)?.object)
  return states.findLast(one => JSON.stringify(one.object) !== now)?.object ?? null
}

// Events hold ids where the caller may have asked for the object.
function keepExpanded(world: StripeWorld, old: AnyObject, fresh: AnyObject, until: number | null): unknown {
  const entries = Object.entries(old).map(([name, value]) => {
    const expanded = objectShape.safeParse(fresh[name])
    return [name, expanded.success && expanded.data.id === value ? turnBack(world, expanded.data, until) : value]
  })
  return Object.fromEntries(entries)
}
