// Converts an amount test to the range of amounts that it accepts.
import type { StatedAmount } from '../message/stated-amounts.ts'
import type { AmountTest } from './tree.ts'

/** `currency` null: any. */
export interface AmountRange {
  low: number
  includesLow: boolean
  high: number
  includesHigh: boolean
  currency: string | null
}

export function toAmountRange(test: AmountTest): AmountRange {
  const open = { low: -Infinity, includesLow: false, high: Infinity, includesHigh: false, currency: test.currency ?? null }
  switch (test.operator) {
    case 'between':
      return { ...open, low: test.from, includesLow: true, high: test.to, includesHigh: true }
    case 'over':
    case 'at_least':
      return { ...open, low: test.amount, includesLow: test.operator === 'at_least' }
    case 'under':
    case 'at_most':
      return { ...open, high: test.amount, includesHigh: test.operator === 'at_most' }
  }
}

/** A sign that several currencies share counts for each of them. */
export const isInRange = ({ amount, currencies }: StatedAmount, range: AmountRange): boolean =>
  (range.currency === null || currencies.includes(range.currency)) &&
  (range.includesLow ? amount >= range.low : amount > range.low) &&
  (range.includesHigh ? amount <= range.high : amount < range.high)

/** Whether every amount in `inner` is in `outer` too. */
export const isRangeWithin = (inner: AmountRange, outer: AmountRange): boolean =>
  (outer.currency === null || outer.currency === inner.currency) &&
  (inner.low > outer.low || (inner.low === outer.low && (outer.includesLow || !inner.includesLow))) &&
  (inner.high < outer.high || (inner.high === outer.high && (outer.includesHigh || !inner.includesHigh)))

/** Amounts are never negative. */
export const isRangeEmpty = ({ low, high, includesLow, includesHigh }: AmountRange): boolean =>
  high < 0 || (high === 0 && !includesHigh) || low > high || (low === high && !(includesLow && includesHigh))
