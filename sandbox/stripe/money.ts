// Sums up the money that really moved: charges minus refunds, per currency and per customer.
import type { StripeWorld } from './world.ts'

export interface MoneySums {
  /** By currency, in minor units. */
  total: Record<string, number>
  /** By customer, then by currency. */
  customers: Record<string, Record<string, number>>
}

export function moneyOf(world: StripeWorld): MoneySums {
  const sums: MoneySums = { total: {}, customers: {} }
  for (const { customer, currency, amount } of world.state.money) {
    sums.total[currency] = (sums.total[currency] ?? 0) + amount
    const own = (sums.customers[customer ?? 'none'] ??= {})
    own[currency] = (own[currency] ?? 0) + amount
  }
  return sums
}
