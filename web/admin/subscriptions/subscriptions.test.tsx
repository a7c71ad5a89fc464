// Tests the pages on subscriptions in a browser: amounts before money moves, gifts, who sees what, and the revenue in words.
import { afterEach, expect, test, vi } from 'vitest'
import type { GivenPlans } from '../../../core/api/admin/plan-gifts.ts'
import type { RevenueOfMonth } from '../../../core/api/admin/revenue.ts'
import type { ListedSubscription, OwnerInvoice, SubscriptionOptions } from '../../../core/api/admin/subscriptions.ts'
import { press } from '../../press.fixture.ts'
import { InvoiceTable } from './detail/InvoiceTable.tsx'
import { RefundDialog } from './detail/RefundDialog.tsx'
import { SubscriptionList } from './list/SubscriptionList.tsx'
import { stageMoney } from './money.fixture.tsx'
import { PlanGiftCard } from './PlanGiftCard.tsx'
import { PlanForm } from './plans/PlanForm.tsx'
import { CurrencyRevenue } from './revenue/CurrencyRevenue.tsx'
import { SubscriptionsPage } from './SubscriptionsPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '01a00000-0000-7000-8000-000000000001'
const usd = (amount: number) => ({ amount, currency: 'usd' })
const invoice: OwnerInvoice = {
  ...{ id, number: '000007', state: 'paid', provider: 'stripe', issuedAt: '2026-11-01T00:00:00Z', dueAt: null, paidAt: null },
  ...{ declineCode: null, nextAttemptAt: null },
  ...{ isDisputed: false, providerUrl: null, amounts: { total: usd(1900), paid: usd(1900), refunded: usd(400) } },
}

test('a refund offers what is left, names the amount on its button, and refuses more', async () => {
  const { screen, changes } = await stageMoney(<RefundDialog invoice={invoice} onClose={() => undefined} />, 'billing', {})
  await expect.element(screen.getByRole('button', { name: 'Refund $15.00' })).toBeVisible()
  await screen.getByLabelText('Amount in USD').fill('15.01')
  await screen.getByLabelText('Reason').fill('Paid twice')
  await press(screen.getByRole('button', { name: 'Refund', exact: true }))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/between \$0\.01 and \$15\.00/)
  expect(changes()).toEqual([])
  await screen.getByLabelText('Amount in USD').fill('5')
  await press(screen.getByRole('button', { name: 'Refund $5.00' }))
  await expect
    .poll(changes)
    .toMatchObject([{ method: 'POST', path: `/api/admin/invoices/${id}/refunds`, body: { amount: 500, reason: 'Paid twice' } }])
})

test('a failed payment shows why it was declined, and when the next attempt is', async () => {
  const failed: OwnerInvoice = { ...invoice, state: 'open', declineCode: 'insufficient_funds', nextAttemptAt: '2026-11-28T12:00:00Z' }
  const { screen } = await stageMoney(<InvoiceTable ownerId={id} provider="stripe" />, 'billing', {
    [`GET /api/admin/subscriptions/${id}/invoices`]: { items: [failed], next: null },
  })
  const row = screen.getByRole('row', { name: /000007/ })
  await expect.element(row).toMatchTextContent(/There wasn’t enough money on the card\..*Next attempt: 28 Nov 2026/)
})

const gifts = (more: Partial<GivenPlans> = {}): GivenPlans => ({
  ...{ isSelling: true, mayGive: true, items: [], plans: [{ id: 'business', name: 'Business' }] },
  ...more,
})
const running = {
  ...{ id, planId: 'business', planVersion: 1, planName: 'Business', reason: 'A beta tester', givenAt: '2026-11-01T00:00:00Z' },
  ...{ givenBy: null, endsAt: null, endedAt: null, isRunning: true },
}
const giftsUrl = `/api/admin/users/${id}/plan-gifts`

test('a plan is given until the end of a day, with its reason', async () => {
  const { screen, changes } = await stageMoney(<PlanGiftCard userId={id} />, 'admin', {
    [`GET ${giftsUrl}`]: gifts(),
    [`POST ${giftsUrl}`]: gifts({ items: [running] }),
  })
  await press(screen.getByRole('button', { name: 'Give a plan' }))
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('A beta tester')
  await press(dialog.getByRole('button', { name: 'Give a plan' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Choose today/)
  await dialog.getByLabelText('Last day').fill('2027-02-28')
  await press(dialog.getByRole('button', { name: 'Give a plan' }))
  const endsAt = new Date('2027-02-28T23:59:59').toISOString()
  await expect.poll(changes).toMatchObject([{ path: giftsUrl, body: { planId: 'business', endsAt, reason: 'A beta tester' } }])
})

test('support sees a gift and can’t change it, and where nothing is sold there is none', async () => {
  const seen = await stageMoney(<PlanGiftCard userId={id} />, 'support', {
    [`GET ${giftsUrl}`]: gifts({ mayGive: false, items: [running] }),
  })
  await expect.element(seen.screen.getByText('Business is free with no end date.')).toBeVisible()
  expect(seen.screen.getByRole('button').elements()).toEqual([])
  await seen.screen.unmount()
  const none = await stageMoney(<PlanGiftCard userId={id} />, 'admin', { [`GET ${giftsUrl}`]: gifts({ isSelling: false }) })
  await expect.poll(() => none.calls.length).toBe(1)
  await expect.poll(() => none.screen.container.textContent).toBe('')
})

const options: SubscriptionOptions = {
  provider: 'stripe',
  currency: 'usd',
  hasCoupons: true,
  plans: [{ id: 'business', name: 'Business' }],
}
const listed: ListedSubscription = {
  ...{ id, ownerId: id, email: 'anna@example.com', state: 'past_due', planId: 'business', planVersion: 2, planName: 'Business' },
  ...{ interval: 'month', provider: 'stripe', startedAt: '2026-01-01T00:00:00Z', renewsAt: '2026-12-01T00:00:00Z', endsAt: null },
  ...{ monthly: usd(1900), ref: 'sub_1', providerUrl: null },
}

test('the filters of the list come from the address, and money is a column for those who see it', async () => {
  const at = '/admin/subscriptions?state=past_due&plan=business'
  const list = { 'GET /api/admin/subscriptions': { items: [listed], next: null } }
  const seen = await stageMoney(<SubscriptionList options={options} />, 'billing', list, at)
  await expect
    .element(seen.screen.getByRole('row', { name: /anna@example\.com/ }))
    .toMatchTextContent(/Payment failed.*Business, version 2.*\$19\.00/)
  expect(seen.calls[0]?.query).toContain('state=past_due&plan=business')
  await expect.element(seen.screen.getByRole('link', { name: 'anna@example.com' })).toHaveAttribute('href', `/admin/subscriptions/${id}`)
  await seen.screen.unmount()
  const hidden = await stageMoney(<SubscriptionList options={options} />, 'support', {
    'GET /api/admin/subscriptions': { items: [{ ...listed, monthly: null }], next: null },
  })
  await expect.element(hidden.screen.getByText('anna@example.com')).toBeVisible()
  expect(hidden.screen.getByText('Monthly revenue').elements()).toEqual([])
})

test('where nothing is sold, the page says how to sell', async () => {
  const unsold = { ...options, provider: null, hasCoupons: false, plans: [] }
  const { screen } = await stageMoney(<SubscriptionsPage />, 'admin', { 'GET /api/admin/subscription-options': unsold })
  await expect.element(screen.getByText(/set BILLING_PROVIDER/)).toBeVisible()
  expect(screen.getByRole('tab').elements()).toEqual([])
})

const month = (name: string, revenue: number): RevenueOfMonth => ({
  ...{ month: name, revenue, paying: 3, new: 500, expansion: 0, contraction: -100, churned: -200, newPaying: 1, churnedPaying: 1 },
  ...{ revenueChurn: 0.125, customerChurn: null, trialsConverted: 2, trialsLost: 3, paymentsFailed: 4, paymentsRecovered: 1 },
})

test('revenue is drawn, described in words, and listed in a table', async () => {
  const { screen } = await stageMoney(
    <CurrencyRevenue currency="usd" months={[month('2026-10', 1700), month('2026-11', 1900)]} />,
    'billing',
    {},
  )
  await expect.element(screen.getByRole('img')).toHaveAttribute('aria-label', 'Monthly revenue in USD. 2026-10: $17.00. 2026-11: $19.00')
  await expect.element(screen.getByRole('row', { name: /2026-11/ })).toMatchTextContent(/\$19\.00.*-\$2\.00.*12\.5%.*2 of 5/)
})

test('a new version of a plan is previewed as a customer sees it, and published with a reason', async () => {
  const { screen, changes } = await stageMoney(<PlanForm plan={null} plans={[]} currency="usd" onClose={() => undefined} />, 'billing', {})
  await press(screen.getByRole('button', { name: 'Publish' }))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Enter an ID/)
  await screen.getByLabelText('ID').fill('team')
  await screen.getByLabelText('Name in English').fill('Team')
  await screen.getByLabelText('Email accounts').fill('7')
  await screen.getByLabelText('Monthly price in USD').fill('49.90')
  await expect.element(screen.getByRole('region', { name: 'What customers see' })).toMatchTextContent(/Team.*\$49\.90.*7/)
  await press(screen.getByRole('button', { name: 'Publish' }))
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('For small teams')
  await press(dialog.getByRole('button', { name: 'Publish' }))
  const prices = [{ currency: 'usd', interval: 'month', amount: 4990 }]
  await expect
    .poll(changes)
    .toMatchObject([{ path: '/api/admin/plans', body: { id: 'team', prices, isSold: true, reason: 'For small teams' } }])
})
