// Tests the subscription page: every state in one sentence, what can be done about it, the plans and the invoices.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { SubscriptionPage } from '../../../core/api/billing.ts'
import {
  businessPlan,
  freePage,
  personalPlan,
  selfHostedPage,
  soldPlans,
  subscribedPage,
  testInvoice,
  testUsage,
  usd,
} from '../queries/subscription.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { Subscription } from './Subscription.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', location.pathname + location.search)
})

const render = (shown: SubscriptionPage | (() => SubscriptionPage), responses: Record<string, FakeResponse> = {}) =>
  stageScreen({
    catalogs: ['subscription', 'usage'],
    at: '/subscription',
    routes: { '/subscription': <Subscription />, '/subscription-preview': <h1>Preview</h1> },
    responses: {
      'GET /api/subscription': () => (typeof shown === 'function' ? shown() : shown),
      'GET /api/plans': () => soldPlans,
      ...responses,
    },
  })

/** Clicks without hit testing: without styles, the backdrop covers dialogs. */
async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}

test('where nothing is sold everything is included, without a price or a plan to choose', async () => {
  const { screen, requests } = await render(selfHostedPage)
  await expect.element(screen.getByText(/Everything is included\. This server doesn’t sell plans\./)).toBeVisible()
  await expect.element(screen.getByText('312, no limit')).toBeVisible()
  await expect.element(screen.getByText('Unlimited email accounts')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Plans' })).not.toBeInTheDocument()
  expect(requests.map(({ path }) => path)).not.toContain('/api/invoices')
  expect(screen.getByRole('main').element().textContent.length).toBeGreaterThan(120)
})

test('a running subscription shows its price, the next payment and the usage with what failed', async () => {
  const { screen } = await render(subscribedPage())
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Personal' })).toBeVisible()
  await expect.element(screen.getByText('$5 a month').first()).toBeVisible()
  await expect.element(screen.getByText(/^December 20/)).toBeVisible()
  await expect
    .element(screen.getByText(/2 more are on their way\. 3 failed and don’t count\. About 420 by the end of December\./))
    .toBeVisible()
  await expect.element(screen.getByRole('meter', { name: 'Deliveries' })).toHaveAttribute('aria-valuenow', '312')
  await expect.element(screen.getByRole('meter', { name: 'Email accounts' })).toHaveAttribute('aria-valuemax', '5')
})

const december = '2026-12-03T09:00:00Z'
const used = {
  limits: personalPlan.limits,
  source: 'free',
  delivery: 'digest',
  reason: 'allowance_used',
  until: '2027-01-01T00:00:00Z',
} as const

test.each<[string, SubscriptionPage, RegExp, string | null]>([
  [
    'a failed payment',
    subscribedPage({ state: 'past_due', graceEndsAt: december }),
    /Your last payment failed\. Until it’s paid, emails wait for your daily digest\. After December 3.*, you’ll move to the free plan\./,
    'Update your card',
  ],
  [
    'a payment that is missing after the grace period',
    subscribedPage({ state: 'suspended' }),
    /We’re missing a payment, so you’re on the free plan\. Nothing is lost\. Once it’s paid, you’ll get Personal back\./,
    'Update your card',
  ],
  ['a first payment', subscribedPage({ state: 'pending', actions: ['cancel'] }), /Your first payment isn’t complete\./, null],
  ['a pause', subscribedPage({ state: 'paused', actions: ['unpause', 'cancel'] }), /Your subscription is paused\./, 'Resume subscription'],
  ['an end', freePage({ allowance: { ...used, reason: 'ended' } }), /Your subscription has ended/, 'Choose a plan'],
  [
    'a cancellation',
    subscribedPage({ cancelsAt: december, actions: ['resume'] }),
    /runs until December 3.*After that/,
    'Keep my subscription',
  ],
  [
    'a smaller plan to come',
    subscribedPage({
      plan: businessPlan,
      nextChange: { plan: personalPlan, interval: 'month', at: december, price: usd(500) },
      actions: ['keep_plan'],
    }),
    /On December 3.*, you’ll switch to Personal for \$5 a month\. Until then, nothing changes\./,
    'Keep Business',
  ],
  [
    'a trial',
    subscribedPage({ state: 'trialing', trialEndsAt: december }),
    /Your trial runs until December 3.*Personal costs \$5 a month/,
    null,
  ],
  [
    'a state that we do not know',
    subscribedPage({ state: 'unknown', actions: [] }),
    /something about your subscription that we don’t recognize yet/,
    null,
  ],
  [
    'a month that is used up',
    freePage({ allowance: used, usage: testUsage({ delivered: 60, limit: 60 }) }),
    /You’ve used all 60 deliveries for December\. Emails now come once a day in a digest.*From January 1/,
    'See larger plans',
  ],
  [
    'a month that is nearly used up',
    freePage({ usage: testUsage({ delivered: 50, reserved: 0, limit: 60 }) }),
    /You’ve used 50 of the 60 deliveries for December\./,
    'See larger plans',
  ],
  [
    'a month that is nearly used up by what is on its way',
    freePage({ usage: testUsage({ delivered: 40, reserved: 10, limit: 60 }) }),
    /You’ve used 50 of the 60 deliveries for December\./,
    'See larger plans',
  ],
])('%s is one sentence, with what can be done', async (_name, shown, sentence, button) => {
  const { screen } = await render(shown)
  await expect.element(screen.getByText(sentence)).toBeVisible()
  if (button === null) return
  const control = screen.getByRole('button', { name: button }).or(screen.getByRole('link', { name: button }))
  await expect.element(control).toBeVisible()
})

test('cancelling says what happens and when, and can be taken back', async () => {
  let shown = subscribedPage({ actions: ['cancel', 'portal'] })
  const { screen, requests } = await render(() => shown, {
    'PATCH /api/subscription': ({ body }) => {
      const isCancelled = JSON.stringify(body).includes('cancel')
      shown = subscribedPage({ cancelsAt: isCancelled ? '2026-12-20T12:00:00Z' : null, actions: isCancelled ? ['resume'] : ['cancel'] })
      return shown
    },
  })
  await screen.getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/paid for Personal until December 20/)).toBeVisible()
  await expect.element(dialog.getByText('60 deliveries a month')).toBeVisible()
  await expect.element(dialog.getByText(/keep working, but you can’t add more/)).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Cancel subscription' }))
  await expect.element(screen.getByText(/You’ve canceled\./)).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await press(screen.getByRole('button', { name: 'Keep my subscription' }))
  await expect.element(screen.getByText(/You’ve canceled\./)).not.toBeInTheDocument()
  expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ action: 'cancel' }, { action: 'resume' }])
})

test('the plans are compared by month and by year, with the saving, and lead to the preview', async () => {
  const { screen } = await render(freePage())
  const offer = (name: string) => screen.getByRole('region', { name })
  await expect.element(offer('Free').getByText('Your plan')).toBeVisible()
  await expect.element(offer('Personal').getByText('The first 14 days are free.')).toBeVisible()
  await screen.getByRole('button', { name: 'Yearly, 16% less' }).click()
  await expect.element(offer('Personal').getByText('$50 a year')).toBeVisible()
  await expect.element(offer('Personal').getByText(/\$10\.00 less than paying monthly for a year\./)).toBeVisible()
  await expect
    .element(offer('Business').getByRole('link', { name: 'Choose Business' }))
    .toHaveAttribute('href', '/subscription-preview?plan=business&interval=year')
})

test('a subscriber is offered a larger plan as an upgrade, a smaller as a switch, and the free one by cancelling', async () => {
  const { screen } = await render(subscribedPage({ plan: businessPlan, price: usd(2000) }))
  const offer = (name: string) => screen.getByRole('region', { name })
  await expect.element(offer('Personal').getByRole('link', { name: 'Switch to Personal' })).toBeVisible()
  await press(offer('Free').getByRole('button', { name: 'Switch to Free' }))
  await expect.element(page.getByRole('alertdialog', { name: 'Cancel your subscription?' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Keep subscription' }))
  await screen.getByRole('button', { name: /Yearly/ }).click()
  await expect.element(offer('Business').getByRole('link', { name: 'Upgrade to Business' })).toBeVisible()
})

test('invoices show what became of them, and more on demand', async () => {
  const invoices = [
    testInvoice(5, { state: 'open', paid: usd(0), dueAt: december, payUrl: 'https://pay.example/5' }),
    testInvoice(4, { refunded: usd(200) }),
    testInvoice(3, { refunded: usd(500) }),
    testInvoice(2, { isDisputed: true }),
  ]
  const { screen } = await render(subscribedPage(), {
    'GET /api/invoices': ({ query }) =>
      query.get('cursor') ? { items: [testInvoice(1)], next: null } : { items: invoices, next: 'older' },
  })
  const list = screen.getByRole('list', { name: 'Invoices' })
  await expect.element(list.getByText(/Open, due on December 3/)).toBeVisible()
  await expect.element(list.getByRole('link', { name: 'Pay MF-0005' })).toHaveAttribute('href', 'https://pay.example/5')
  for (const word of ['Partly refunded', 'Refunded', 'Disputed', '$2.00 refunded'])
    await expect.element(list.getByText(word, { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Show older invoices' }).click()
  await expect.element(list.getByRole('button', { name: 'Download MF-0001' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Show older invoices' })).not.toBeInTheDocument()
})

test('an invoice by hand says how to pay it', async () => {
  const shown = subscribedPage({ state: 'pending', actions: ['cancel'] }, { provider: 'invoice', howToPay: 'IBAN DE00 1234' })
  const { screen } = await render(shown, {
    'GET /api/invoices': () => ({ items: [testInvoice(7, { state: 'open', dueAt: december })], next: null }),
  })
  await expect.element(screen.getByText(/Personal starts once we’ve recorded your payment\./)).toBeVisible()
  const card = screen.getByRole('region', { name: 'How to pay your invoice' })
  await expect.element(card.getByText('IBAN DE00 1234')).toBeVisible()
  await expect.element(card.getByText('MF-0007')).toBeVisible()
  await expect.element(card.getByText('$5.00')).toBeVisible()
})

test('the portal opens, and when payments cannot be reached a sentence says so', async () => {
  let isDown = true
  const { screen } = await render(subscribedPage(), {
    'POST /api/portal-sessions': () =>
      isDown
        ? { status: 503, body: { code: 'unreachable', message: 'We can’t reach the payment service right now.' } }
        : { url: `${location.href.split('#')[0]}#portal` },
  })
  await screen.getByRole('button', { name: 'Manage payment' }).click()
  await expect.element(screen.getByRole('button', { name: 'Manage payment' })).not.toHaveAttribute('aria-busy')
  expect(location.hash).toBe('')
  isDown = false
  await screen.getByRole('button', { name: 'Manage payment' }).click()
  await expect.poll(() => location.hash).toBe('#portal')
})

test('a page that cannot be loaded says why', async () => {
  const { screen } = await render(freePage(), {
    'GET /api/subscription': () => ({ status: 500, body: { code: 'broken', message: 'Try again in a minute.' } }),
  })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('We couldn’t load your subscription. Try again in a minute.')
})
