// Reads amounts and days as people type them, and writes them back.
import { currencyDigits } from '../../../core/text/money.ts'

/** `4.90` or `4,90` in usd is 490; null if the text is not an amount in this currency. */
export function parseAmount(typed: string, currency: string): number | null {
  const digits = currencyDigits(currency)
  const match = /^(\d{1,8})(?:[.,](\d+))?$/.exec(typed.trim())
  if (!match || (match[2] ?? '').length > digits) return null
  const [, units = '', fraction = ''] = match
  return Number(units) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}

/** As it is typed: 490 in usd is `4.90`. */
export const writeAmount = (amount: number, currency: string): string => {
  const digits = currencyDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The end of the chosen day, in the reader's time zone; null without a day. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(end.getTime()) ? end : null
}

/** A whole number, null for nothing typed, undefined for anything else. */
export function parseCount(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
