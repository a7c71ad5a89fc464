// The API of the console for recurring revenue, by currency and month.
import { z } from 'zod/mini'
import { Nothing, shape, Time } from '../shape.ts'

/** Amounts in the currency's minor unit; losses are negative. Shares are between 0 and 1, null without a base. */
export const RevenueOfMonth = z.object({
  /** `2026-03`. */
  month: z.string(),
  revenue: z.number(),
  paying: z.number(),
  new: z.number(),
  expansion: z.number(),
  contraction: z.number(),
  churned: z.number(),
  newPaying: z.number(),
  churnedPaying: z.number(),
  /** Of what was paid when the month began. */
  revenueChurn: z.nullable(z.number()),
  customerChurn: z.nullable(z.number()),
  trialsConverted: z.number(),
  trialsLost: z.number(),
  paymentsFailed: z.number(),
  paymentsRecovered: z.number(),
})
export type RevenueOfMonth = z.infer<typeof RevenueOfMonth>

/** Each currency alone: they are never added up. */
export const RevenueByCurrency = z.object({
  updatedAt: z.nullable(Time),
  currencies: z.array(z.object({ currency: z.string(), months: z.array(RevenueOfMonth) })),
})
export type RevenueByCurrency = z.infer<typeof RevenueByCurrency>

export const getRevenueApi = shape({ status: 200, answer: RevenueByCurrency })
export const refreshRevenueApi = shape({ body: Nothing, status: 200, answer: RevenueByCurrency })
export const downloadRevenueApi = shape({ status: 200, answer: z.any() })
