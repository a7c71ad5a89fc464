// Reads the time: of the customer's test clock if it has one, else of the sandbox, or of the past moment being made up for.
import type { StripeWorld } from './world.ts'

/** Seconds, as everywhere in Stripe. */
export function timeOf(world: StripeWorld, customer: string | null): number {
  const clock = testClockOf(world, customer)
  return world.state.testClocks.get(clock ?? '')?.frozen_time ?? worldTime(world)
}

export const worldTime = (world: StripeWorld): number => world.during.at ?? Math.floor(world.clock.now() / 1000)

export function testClockOf(world: StripeWorld, customer: string | null): string | null {
  const clock = customer === null ? null : world.state.customers.get(customer)?.test_clock
  return typeof clock === 'string' ? clock : null
}

export const daySeconds = 86_400
