// Defines an amount of money.
import { z } from 'zod/mini'

/** `amount` is in the currency's minor unit (cents for eur, yen for jpy); `currency` is ISO 4217 in lower case. */
export const Money = z.object({ amount: z.int(), currency: z.string().check(z.regex(/^[a-z]{3}$/, 'write a currency as usd or eur')) })
export type Money = z.infer<typeof Money>
