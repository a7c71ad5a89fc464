// Tests the page before a plan is bought or changed: the amounts, the consent, and what the provider answers.
import { afterEach, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { ChangePreview, SubscriptionPage } from '../../../../core/api/billing.ts'
import {
  businessPlan,
  downgradePreview,
  freePage,
  selfHostedPage,
  soldPlans,
  subscribedPage,
  testUsage,
  upgradePreview,
  usd,
} from '../../queries/subscription.fixture.ts'
import { type FakeResponse, stageScreen } from '../../stage-screen.fixture.tsx'
import { SubscriptionPreview } from './SubscriptionPreview.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', location.pathname + location.search)
})

const expectText = (locator: Locator, text: RegExp) => expect.poll(() => locator.query()?.textContent).toMatch(text)

const render = (shown: SubscriptionPage, query: string, responses: Record<string, FakeResponse> = {}) =>
  stageScreen({
    catalogs: ['subscription', 'usage'],
    at: `/subscription-preview${query}`,
    routes: { '/subscription-preview': <SubscriptionPreview />, '/subscription': <h1>Subscription</h1> },
    responses: {
      'GET /api/subscription': () => shown,
      'GET /api/plans': () => (shown.provider ? soldPlans : { provider: null, items: [] }),
      'POST /api/subscription/previews': () => upgradePreview,
      ...responses,
    },
  })

const toBusiness = '?plan=business&interval=month'
const toPersonal = '?plan=personal&interval=month'
const business = subscribedPage({ plan: businessPlan, price: usd(2000) }, { usage: testUsage({ filters: 62, forecast: 1400 }) })
const here = () => location.href.split('#')[0]

test('an upgrade shows each amount and the sum, and is paid by the button that names it', async () => {
  const bodies: unknown[] = []
  const { screen, address } = await render(subscribedPage(), toBusiness, {
    'POST /api/subscription/changes': ({ body }) => {
      bodies.push(body)
      return { state: 'done', url: null, page: business }
    },
  })
  await expect.element(screen.getByRole('row', { name: /Unused time on Personal, December 4.* -\$2\.67/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Remaining time on Business.* \$10\.67/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Discount -$0.80' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Tax $1.37' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Due now $8.57' })).toBeVisible()
  await expect.element(screen.getByText(/Next payment: \$20\.00 on December 20/)).toBeVisible()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'API keys' })).toHaveTextContent('API keys: no becomes yes')
  await screen.getByRole('button', { name: 'Pay $8.57 and switch' }).click()
  await expect.poll(address).toBe('/subscription')
  expect(bodies).toEqual([
    { planId: 'business', planVersion: 1, interval: 'month', dueNow: usd(857), prorationAt: upgradePreview.prorationAt },
  ])
})

test('a downgrade starts at the end of the period, and says what is over the new limits', async () => {
  const { screen, address } = await render(business, toPersonal, {
    'POST /api/subscription/previews': () => downgradePreview,
    'POST /api/subscription/changes': () => ({ state: 'scheduled', url: null, page: business }),
  })
  await expect.element(screen.getByRole('heading', { name: 'The change starts on January 1, 2027' })).toBeVisible()
  await expect.element(screen.getByText(/You have 62 filters, and Personal allows 50\. They all keep working/)).toBeVisible()
  await expect.element(screen.getByText(/you need about 1,400 deliveries, and Personal allows 1,000\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Switch on January 1, 2027' }).click()
  await expect.poll(address).toBe('/subscription')
})

test('other amounts than those agreed to are shown, and asked for again with a new key', async () => {
  let preview: ChangePreview = upgradePreview
  const agreed: unknown[] = []
  const { screen, address } = await render(subscribedPage(), toBusiness, {
    'POST /api/subscription/previews': () => preview,
    'POST /api/subscription/changes': ({ body }) => {
      agreed.push(body)
      if (agreed.length > 1) return { state: 'done', url: null, page: business }
      preview = { ...upgradePreview, prorationAt: '2026-12-04T13:00:00Z', dueNow: usd(850) }
      return { status: 409, body: { code: 'price_changed', message: 'The price has changed.' } }
    },
  })
  await screen.getByRole('button', { name: 'Pay $8.57 and switch' }).click()
  await expectText(screen.getByRole('alert'), /The amounts have changed, and nothing was charged\./)
  await screen.getByRole('button', { name: 'Pay $8.50 and switch' }).click()
  await expect.poll(address).toBe('/subscription')
  expect(agreed[1]).toMatchObject({ dueNow: usd(850), prorationAt: '2026-12-04T13:00:00Z' })
})

test('two clicks send one order, and a repeated one has the same key until it is answered', async () => {
  const keys: (string | null)[] = []
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>()
  const { screen } = await render(subscribedPage(), toBusiness)
  const fetchBefore = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (!input.includes('/subscription/changes')) return fetchBefore(input, init)
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (keys.length === 1) await whenReleased
    if (keys.length === 1) throw new TypeError('The network is gone.')
    return Response.json({ state: 'declined', url: null, page: subscribedPage() })
  })
  const button = screen.getByRole('button', { name: 'Pay $8.57 and switch' })
  await expect.element(button).toBeVisible()
  const element = button.element()
  if (element instanceof HTMLElement) for (const _ of [1, 2]) element.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  if (element instanceof HTMLElement) element.click()
  release()
  await expectText(screen.getByRole('alert'), /didn’t respond/)
  await button.click()
  await expect.element(screen.getByText(/Your bank declined the payment\. Your plan stays/)).toBeVisible()
  await button.click()
  await expect.poll(() => keys.length).toBe(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a bank that asks for confirmation is gone to, and a way there stays on the page', async () => {
  const { screen } = await render(subscribedPage(), toBusiness, {
    'POST /api/subscription/changes': () => ({ state: 'confirm', url: `${here()}#bank`, page: subscribedPage() }),
  })
  await screen.getByRole('button', { name: 'Pay $8.57 and switch' }).click()
  await expect.poll(() => location.hash).toBe('#bank')
  await expect.element(screen.getByRole('link', { name: 'Confirm with your bank' })).toHaveAttribute('href', `${here()}#bank`)
  await expect.element(screen.getByRole('button', { name: 'Pay $8.57 and switch' })).not.toBeInTheDocument()
})

test('a first payment shows the trial and what follows, and goes to the payment page', async () => {
  const { screen, requests } = await render(freePage(), '?plan=personal&interval=year', {
    'POST /api/checkouts': () => ({ id: '00000000-0000-4000-8000-000000000001', url: `${here()}#pay` }),
  })
  await expect.element(screen.getByRole('row', { name: /Trial of 14 days, until .* \$0\.00/ })).toBeVisible()
  await expect.element(screen.getByText(/Then \$50 a year from .*You can cancel before then and pay nothing\./)).toBeVisible()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Deliveries a month' }))
    .toHaveTextContent('Deliveries a month: 60 becomes 1,000')
  await screen.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.poll(() => location.hash).toBe('#pay')
  expect(requests.find(({ path }) => path === '/api/checkouts')?.body).toEqual({ planId: 'personal', interval: 'year' })
})

test('without a trial the first month is due now; by hand it goes on an invoice', async () => {
  const { screen } = await render(freePage({ mayTry: false, provider: 'invoice' }), toPersonal)
  await expect.element(screen.getByRole('row', { name: 'Personal, first month $5.00' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'On your invoice $5.00' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Order with an invoice' })).toBeVisible()
})

test('payments that cannot be reached are a sentence, and the button can be used again', async () => {
  const message = 'We can’t reach the payment service right now. Nothing was charged. Try again in a few minutes.'
  const { screen } = await render(freePage(), toPersonal, {
    'POST /api/checkouts': () => ({ status: 503, body: { code: 'unreachable', message } }),
  })
  await screen.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
  await expect.element(screen.getByRole('button', { name: 'Continue to payment' })).not.toHaveAttribute('aria-busy')
})

test.each<[string, SubscriptionPage, string, string]>([
  ['where nothing is sold', selfHostedPage, '', 'There’s no plan to change to'],
  ['without a plan', freePage(), '', 'Choose a plan first'],
  ['with a plan that is not sold', freePage(), '?plan=gold', 'This plan isn’t for sale'],
  ['with the free plan', freePage(), '?plan=free', 'The free plan needs no payment'],
  ['with the plan that one has', subscribedPage(), toPersonal, 'This is your current plan'],
  [
    'while the plan cannot be changed',
    subscribedPage({ state: 'past_due', actions: ['portal'] }),
    toBusiness,
    'Your plan can’t be changed right now',
  ],
])('%s it says so, and where to go', async (_name, shown, query, title) => {
  const { screen } = await render(shown, query)
  await expect.element(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
  expect(screen.getByRole('main').element().textContent.length).toBeGreaterThan(120)
})
