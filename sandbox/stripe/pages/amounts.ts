// Writes amounts, dates and intervals for the hosted pages.
import type Stripe from 'stripe'

/** `amount` is in the minor unit of the currency, whose digits differ: 900 are $9.00, but ¥900. */
export function showMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('-', '−')
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `seconds` since 1970. */
export const showDate = (seconds: number): string => dateFormat.format(seconds * 1000)

/** Like "$9.00 per month" or "$90.00 every 2 years". */
export function showPrice(price: Stripe.Price, quantity = 1): string {
  const amount = showMoney((price.unit_amount ?? 0) * quantity, price.currency)
  if (!price.recurring) return amount
  const { interval, interval_count: count } = price.recurring
  return count === 1 ? `${amount} per ${interval}` : `${amount} every ${count} ${interval}s`
}

export const showDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
