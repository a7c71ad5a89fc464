// Tests that the lines of a preview sum up to what is due, whatever discounts, taxes and balances there are.
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toPreview } from './preview.ts'

interface Line {
  amount: number
  price?: string | null
  proration?: boolean
}

const line = ({ amount, price = 'price_new', proration = true }: Line) => ({
  amount,
  period: { start: 1_000_000, end: 2_000_000 },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration }, invoice_item_details: null },
  pricing: price === null ? null : { type: 'price_details', price_details: { price, product: 'prod' } },
})

interface Previewed {
  lines: Line[]
  discounts?: number[]
  taxes?: { amount: number; tax_behavior: string }[]
  total: number
  due: number
}

// Only the fields that are read.
const invoice = ({ lines, discounts = [], taxes = [], total, due }: Previewed) =>
  ({
    lines: { data: lines.map(line), has_more: false },
    total_discount_amounts: discounts.map(amount => ({ amount })),
    total_taxes: taxes,
    total,
    amount_due: due,
    currency: 'usd',
  }) as unknown as Stripe.Invoice

const unused = { amount: -250, price: 'price_old' }
const remaining = { amount: 950 }

test.each<[string, Previewed, [string, number][]]>([
  [
    'an upgrade',
    { lines: [unused, remaining], total: 700, due: 700 },
    [
      ['unused', -250],
      ['remaining', 950],
    ],
  ],
  [
    'another interval',
    { lines: [unused, { amount: 4900, proration: false }], total: 4650, due: 4650 },
    [
      ['unused', -250],
      ['full', 4900],
    ],
  ],
  [
    'a coupon and a tax that is added',
    { lines: [unused, remaining], discounts: [70], taxes: [{ amount: 126, tax_behavior: 'exclusive' }], total: 756, due: 756 },
    [
      ['unused', -250],
      ['remaining', 950],
      ['discount', -70],
      ['tax', 126],
    ],
  ],
  [
    'a tax that prices contain already',
    { lines: [unused, remaining], taxes: [{ amount: 112, tax_behavior: 'inclusive' }], total: 700, due: 700 },
    [
      ['unused', -250],
      ['remaining', 950],
    ],
  ],
  [
    'a balance that pays a part',
    { lines: [unused, remaining], total: 700, due: 200 },
    [
      ['unused', -250],
      ['remaining', 950],
      ['credit', -500],
    ],
  ],
  [
    'more unused than needed',
    { lines: [{ amount: -950, price: 'price_old' }, { amount: 250 }], total: -700, due: 0 },
    [
      ['unused', -950],
      ['remaining', 250],
      ['credit', 700],
    ],
  ],
  ['an item without a price', { lines: [{ amount: 100, price: null }], total: 100, due: 100 }, [['other', 100]]],
  [
    'more lines than one page',
    { lines: [remaining], total: 1000, due: 1000 },
    [
      ['remaining', 950],
      ['other', 50],
    ],
  ],
  [
    'a free change during a trial',
    { lines: [{ amount: 0, price: 'price_old' }, { amount: 0 }], total: 0, due: 0 },
    [
      ['unused', 0],
      ['remaining', 0],
    ],
  ],
])('%s', (_, previewed, expected) => {
  const { lines, due, currency } = toPreview(invoice(previewed), 'price_new')
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual(expected)
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(due)
  expect({ due, currency }).toEqual({ due: previewed.due, currency: 'usd' })
})

test('lines say which plan and which time they are for', () => {
  const { lines } = toPreview(invoice({ lines: [unused], total: -250, due: 0 }), 'price_new')
  expect(lines[0]).toEqual({ kind: 'unused', priceRef: 'price_old', from: new Date(1e9), to: new Date(2e9), amount: -250 })
})
