// Tests that a typed coupon becomes its terms, and that each mistake is named.
import { expect, test } from 'vitest'
import { NewCouponBody } from '../../../../core/api/admin/coupons.ts'
import { type CouponDraft, readCoupon } from './coupon-draft.ts'

const draft: CouponDraft = {
  ...{ code: ' autumn-20 ', kind: 'percent', percent: '20', amount: '', currency: 'usd', duration: 'once' },
  ...{ months: '', most: '', until: '', planIds: [] },
}

test.each<[string, Partial<CouponDraft>, object]>([
  ['a percentage once', {}, { code: 'AUTUMN-20', percent: 20, amount: null, duration: 'once', months: null, maxRedemptions: null }],
  [
    'an amount for months',
    { kind: 'amount', amount: '3.50', duration: 'months', months: '3' },
    { amount: { amount: 350, currency: 'usd' }, months: 3, percent: null },
  ],
  ['five times for one plan', { most: '5', planIds: ['business'], duration: 'forever' }, { maxRedemptions: 5, planIds: ['business'] }],
])('%s is what the API takes', (_, change, terms) => {
  const coupon = readCoupon({ ...draft, ...change })
  expect(coupon).toMatchObject(terms)
  expect(NewCouponBody.safeParse({ ...Object(coupon), reason: 'For the autumn' }).success).toBe(true)
})

test.each<[Partial<CouponDraft>, string]>([
  [{ code: 'a b' }, 'codeWrong'],
  [{ percent: '0' }, 'percentWrong'],
  [{ percent: '101' }, 'percentWrong'],
  [{ percent: '' }, 'percentWrong'],
  [{ kind: 'amount', amount: '0' }, 'amountWrong'],
  [{ duration: 'months', months: '' }, 'monthsWrong'],
  [{ duration: 'months', months: '37' }, 'monthsWrong'],
  [{ most: '0' }, 'mostWrong'],
  [{ most: 'x' }, 'mostWrong'],
])('%o is a mistake: %s', (change, problem) => {
  expect(readCoupon({ ...draft, ...change })).toBe(problem)
})
