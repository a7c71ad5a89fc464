// Makes ids as Stripe's look, the same ones for the same seed.
import { createHash } from 'node:crypto'
import type { StripeWorld } from './world.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Counted, so that a restart continues the series. */
export function newId(world: StripeWorld, prefix: string, length = 24): string {
  const bytes = createHash('sha512')
    .update(`${world.settings.seed}:${world.state.idCount++}`)
    .digest()
  let id = ''
  for (let index = 0; index < length; index++) id += letters[(bytes[index % bytes.length] ?? 0) % letters.length]
  return `${prefix}_${id}`
}
