// Tests when subscriptions that are paid by invoice are renewed, overdue, suspended or over.
import { expect, test } from 'vitest'
import { type InvoicedSubscription, nextInvoicingStep } from './invoicing.ts'

const at = (text: string) => new Date(`${text}T00:00:00Z`)
const active: InvoicedSubscription = {
  ...{ state: 'active', interval: 'month', anchor: at('2026-01-31'), currentPeriodEnd: at('2026-02-28') },
  ...{ cancelsAt: null, nextInterval: null },
}
const unpaid = { dueAt: at('2026-03-14'), periodEnd: at('2026-03-31') }
const step = (change: Partial<InvoicedSubscription>, now: string, invoices = [unpaid]) =>
  nextInvoicingStep({ ...active, ...change }, invoices, at(now), 7)

test('a period that ends is renewed once, on the day that it all began', () => {
  expect(step({}, '2026-02-27', [])).toBeNull()
  expect(step({}, '2026-02-28', [])).toEqual({ kind: 'renew', periodStart: at('2026-02-28'), periodEnd: at('2026-03-31') })
  expect(step({ currentPeriodEnd: at('2026-03-31') }, '2026-02-28', [])).toBeNull()
})

test('another interval counts from the day that it begins', () => {
  expect(step({ nextInterval: 'year' }, '2026-02-28', [])).toMatchObject({ periodEnd: at('2027-02-28') })
})

test('an invoice is waited for until it is due, then for the days of grace, then until its period is over', () => {
  const current = { currentPeriodEnd: at('2026-03-31') }
  expect(step(current, '2026-03-13')).toBeNull()
  expect(step(current, '2026-03-14')).toEqual({ kind: 'past_due' })
  expect(step({ ...current, state: 'past_due' }, '2026-03-20')).toBeNull()
  expect(step({ ...current, state: 'past_due' }, '2026-03-21')).toEqual({ kind: 'suspend' })
  expect(step({ ...current, state: 'suspended' }, '2026-03-30')).toBeNull()
  expect(step({ ...current, state: 'suspended' }, '2026-03-31')).toEqual({ kind: 'end', at: at('2026-03-31') })
})

test('an unpaid subscription is not renewed', () => {
  expect(step({ state: 'past_due', currentPeriodEnd: at('2026-03-16') }, '2026-03-17')).toBeNull()
})

test('what was never paid is void when its invoice is due', () => {
  expect(step({ state: 'pending', currentPeriodEnd: null }, '2026-03-13')).toBeNull()
  expect(step({ state: 'pending', currentPeriodEnd: null }, '2026-03-14')).toEqual({ kind: 'void', at: unpaid.dueAt })
})

test('a cancelled one ends when its period does, paid or not, and a paused one waits', () => {
  expect(step({ cancelsAt: at('2026-02-28') }, '2026-02-27', [])).toBeNull()
  expect(step({ cancelsAt: at('2026-02-28') }, '2026-02-28', [])).toEqual({ kind: 'end', at: at('2026-02-28') })
  expect(step({ state: 'paused' }, '2026-03-01', [])).toBeNull()
  expect(step({ state: 'paused', cancelsAt: at('2026-02-28') }, '2026-03-01', [])).toMatchObject({ kind: 'end' })
})
