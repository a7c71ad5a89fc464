// Tests the page after a payment: it waits for what the server knows, says so, and grants nothing.
import { afterEach, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { SubscriptionPage } from '../../../../core/api/billing.ts'
import { testId } from '../../queries/messages.fixture.ts'
import { type Checkout, pollDelayMs } from '../../queries/payments.ts'
import { freePage, personalPlan, selfHostedPage, testInvoice } from '../../queries/subscription.fixture.ts'
import { type FakeResponse, stageScreen } from '../../stage-screen.fixture.tsx'
import { PaymentCallback } from './PaymentCallback.tsx'
import { findPaymentState } from './payment-state.ts'

afterEach(() => vi.unstubAllGlobals())

const id = testId(42)
const payUrl = 'https://pay.example/session'
const checkout = (state: Checkout['state'], overrides: Partial<Checkout> = {}): Checkout => ({
  ...{ id, state, plan: personalPlan, interval: 'month', howToPay: null, invoiceId: null },
  url: state === 'open' || state === 'failed' ? payUrl : null,
  ...overrides,
})

const expectText = (locator: Locator, text: RegExp) => expect.poll(() => locator.query()?.textContent).toMatch(text)

const render = (query: string, answer: FakeResponse, shown: SubscriptionPage = freePage(), responses: Record<string, FakeResponse> = {}) =>
  stageScreen({
    catalogs: ['subscription', 'usage'],
    at: `/payment-callback${query}`,
    routes: { '/payment-callback': <PaymentCallback /> },
    responses: { 'GET /api/subscription': () => shown, [`GET /api/checkouts/${id}`]: answer, ...responses },
  })

test('waits until the server knows of the payment, announces it, and reloads the subscription', async () => {
  let state: Checkout['state'] = 'waiting'
  const { screen, requests } = await render(`?checkout=${id}`, () => checkout(state))
  const status = screen.getByRole('status')
  await expectText(status, /Waiting for confirmation/)
  await expect.poll(() => requests.filter(({ path }) => path.includes('checkouts')).length).toBeGreaterThan(1)
  const reads = () => requests.filter(({ path }) => path === '/api/subscription').length
  const before = reads()
  state = 'done'
  await expectText(status, /You’re on Personal/)
  await expect.element(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect.poll(reads).toBeGreaterThan(before)
  const polled = requests.filter(({ path }) => path.includes('checkouts')).length
  await new Promise(resolve => setTimeout(resolve, 1500))
  expect(requests.filter(({ path }) => path.includes('checkouts')).length).toBe(polled)
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a refused payment leads back to the payment page, and is done once another card is paid with', async () => {
  let state: Checkout['state'] = 'failed'
  const { screen } = await render(`?checkout=${id}`, () => checkout(state))
  await expectText(screen.getByRole('status'), /The payment was declined.*Nothing was charged/)
  await expect.element(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', payUrl)
  state = 'done'
  await expect.element(screen.getByRole('heading', { name: 'You’re on Personal' })).toBeVisible()
})

test('a payment page that was left or has expired charged nothing', async () => {
  const left = await render(`?checkout=${id}&cancelled=yes`, () => checkout('open'))
  await expectText(left.screen.getByRole('status'), /You haven’t paid.*nothing was charged/)
  await expect.element(left.screen.getByRole('link', { name: 'Back to the payment page' })).toHaveAttribute('href', payUrl)
  await left.screen.unmount()
  const expired = await render(`?checkout=${id}`, () => checkout('expired'))
  await expectText(expired.screen.getByRole('status'), /The payment page has closed.*nothing was charged/)
  await expect
    .element(expired.screen.getByRole('link', { name: 'Try again' }))
    .toHaveAttribute('href', '/subscription-preview?plan=personal&interval=month')
})

test('an invoice by hand says how to pay it, and that the plan starts once the payment is recorded', async () => {
  const page = freePage({ provider: 'invoice', howToPay: 'IBAN DE00 1234' })
  const { screen } = await render(`?checkout=${id}`, () => checkout('waiting', { howToPay: 'IBAN DE00 1234' }), page, {
    'GET /api/invoices': () => ({ items: [testInvoice(7, { state: 'open' })], next: null }),
  })
  await expectText(screen.getByRole('status'), /Your invoice is ready.*Personal starts once we’ve recorded your payment\./)
  await expect.element(screen.getByText('IBAN DE00 1234')).toBeVisible()
  await expect.element(screen.getByText('MF-0007')).toBeVisible()
})

test('a payment of somebody else is not known, and is not asked for again', async () => {
  const { screen, requests } = await render(`?checkout=${id}`, () => ({
    status: 404,
    body: { code: 'checkout_unknown', message: 'Unknown.' },
  }))
  await expectText(screen.getByRole('status'), /We can’t find this payment/)
  await new Promise(resolve => setTimeout(resolve, 1500))
  expect(requests.filter(({ path }) => path.includes('checkouts'))).toHaveLength(1)
})

test('a server that does not answer is asked again', async () => {
  let isDown = true
  const { screen } = await render(`?checkout=${id}`, () => {
    if (isDown) throw new TypeError('The network is gone.')
    return checkout('done')
  })
  await expectText(screen.getByRole('status'), /Waiting for confirmation/)
  isDown = false
  await expect.element(screen.getByRole('heading', { name: 'You’re on Personal' })).toBeVisible()
})

test('without a payment it explains itself, and where nothing is sold it warns of false pages', async () => {
  const sold = await render('', () => null)
  await expectText(sold.screen.getByRole('status'), /No payment to show/)
  expect(sold.screen.getByRole('main').element().textContent.length).toBeGreaterThan(120)
  await sold.screen.unmount()
  const unsold = await render('', () => null, selfHostedPage)
  await expectText(unsold.screen.getByRole('status'), /No payment was made here.*doesn’t take payments/)
})

const facts = {
  hasId: true,
  provider: 'stripe',
  checkout: checkout('waiting'),
  error: null,
  hasLeft: false,
  isOffline: false,
  isSlow: false,
} as const

test.each([
  ['waiting', facts],
  ['slow', { ...facts, isSlow: true }],
  ['offline', { ...facts, isOffline: true, isSlow: true }],
  ['done', { ...facts, checkout: checkout('done'), isOffline: true }],
  ['waiting', { ...facts, checkout: undefined }],
  ['waiting', { ...facts, checkout: checkout('open') }],
  ['left', { ...facts, checkout: checkout('open'), hasLeft: true, isSlow: true }],
  ['by_hand', { ...facts, provider: 'invoice' as const, isSlow: true }],
] as const)('the state is %s', (state, given) => {
  expect(findPaymentState(given)).toBe(state)
})

test('the server is asked after a second at first, and at last every five seconds', () => {
  const delays = [1, 2, 5, 20].map(dataUpdateCount => Math.round(pollDelayMs({ dataUpdateCount, errorUpdateCount: 0 })))
  expect(delays).toEqual([1000, 1250, 2441, 5000])
})
