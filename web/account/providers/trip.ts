// What this tab has begun with a provider, kept until it comes back.
import { z } from 'zod/mini'

const Trip = z.object({
  deed: z.enum(['sign_in', 'link']),
  provider: z.string(),
  label: z.string(),
  /** Where to go afterwards: a path of ours. */
  next: z.string(),
})
export type Trip = z.output<typeof Trip>

const key = 'mailferry-provider-trip'

export const keepTrip = (trip: Trip): void => sessionStorage.setItem(key, JSON.stringify(trip))

export function readTrip(): Trip | null {
  try {
    return Trip.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}
