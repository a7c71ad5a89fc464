// Turns the typed fields into a new coupon, or says what is wrong.
import type { NewCouponBody } from '../../../../core/api/admin/coupons.ts'
import { endOfDay, parseAmount, parseCount } from '../amounts.ts'

export interface CouponDraft {
  code: string
  kind: 'percent' | 'amount'
  percent: string
  amount: string
  currency: string
  duration: NewCouponBody['duration']
  months: string
  most: string
  /** A day, or empty. */
  until: string
  planIds: string[]
}

export type CouponProblem = 'codeWrong' | 'percentWrong' | 'amountWrong' | 'monthsWrong' | 'mostWrong'

export function readCoupon(draft: CouponDraft): Omit<NewCouponBody, 'reason'> | CouponProblem {
  const { kind, currency, duration, planIds } = draft
  const code = draft.code.trim().toUpperCase()
  if (!/^[A-Z0-9-]{3,30}$/.test(code)) return 'codeWrong'
  const percent = kind === 'percent' ? Number(draft.percent.replace(',', '.')) : null
  if (percent !== null && !(percent > 0 && percent <= 100)) return 'percentWrong'
  const amount = kind === 'amount' ? parseAmount(draft.amount, currency) : null
  if (kind === 'amount' && !amount) return 'amountWrong'
  const months = duration === 'months' ? parseCount(draft.months) : null
  if (duration === 'months' && (!months || months > 36)) return 'monthsWrong'
  const most = parseCount(draft.most)
  if (most === undefined || most === 0) return 'mostWrong'
  return {
    ...{ code, percent, amount: amount === null ? null : { amount, currency }, duration, months: months ?? null },
    ...{ maxRedemptions: most, expiresAt: endOfDay(draft.until)?.toISOString() ?? null, planIds },
  }
}
