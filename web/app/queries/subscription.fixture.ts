// Test data: plans, subscriptions, usage and invoices.
import type { ChangePreview, Invoice, SubscriptionPage, SubscriptionView, UsageView } from '../../../core/api/billing.ts'
import { type Plan, type PlanLimits, selfHosted } from '../../../core/plans/plans.ts'
import { testId } from './messages.fixture.ts'

const limits = (overrides: Partial<PlanLimits> = {}): PlanLimits => ({
  mailboxes: 1,
  filters: 3,
  deliveriesPerMonth: 60,
  instant: false,
  attachments: false,
  retentionDays: 7,
  apiKeys: false,
  ...overrides,
})
const priced = (month: number, year: number) => [
  { interval: 'month' as const, currency: 'usd', amount: month },
  { interval: 'year' as const, currency: 'usd', amount: year },
]

export const freePlan: Plan = { id: 'free', version: 1, names: { en: 'Free' }, limits: limits(), prices: [], trialDays: 0 }
export const personalPlan: Plan = {
  id: 'personal',
  version: 1,
  names: { en: 'Personal' },
  limits: limits({ mailboxes: 5, filters: 50, deliveriesPerMonth: 1000, instant: true, attachments: true, retentionDays: 30 }),
  prices: priced(500, 5000),
  trialDays: 14,
}
export const businessPlan: Plan = {
  id: 'business',
  version: 1,
  names: { en: 'Business' },
  limits: limits({
    mailboxes: 25,
    filters: null,
    deliveriesPerMonth: 10_000,
    instant: true,
    attachments: true,
    retentionDays: 365,
    apiKeys: true,
  }),
  prices: priced(2000, 20_000),
  trialDays: 14,
}
export const soldPlans = { provider: 'stripe' as const, items: [freePlan, personalPlan, businessPlan] }

export const usd = (amount: number) => ({ amount, currency: 'usd' })

export const testUsage = (overrides: Partial<UsageView> = {}): UsageView => ({
  ...{ month: '2026-12', delivered: 312, reserved: 2, returned: 3, limit: 1000, forecast: 420, mailboxes: 2, filters: 9 },
  ...overrides,
})

export const testSubscription = (overrides: Partial<SubscriptionView> = {}): SubscriptionView => ({
  id: testId(1900),
  plan: personalPlan,
  interval: 'month',
  price: usd(500),
  state: 'active',
  startedAt: '2026-09-20T09:00:00Z',
  periodEndsAt: '2026-12-20T12:00:00Z',
  trialEndsAt: null,
  cancelsAt: null,
  graceEndsAt: null,
  nextChange: null,
  actions: ['cancel', 'change', 'portal'],
  ...overrides,
})

/** Somebody with the plan "Personal". */
export const subscribedPage = (overrides: Partial<SubscriptionView> = {}, rest: Partial<SubscriptionPage> = {}): SubscriptionPage => ({
  provider: 'stripe',
  plan: personalPlan,
  subscription: testSubscription(overrides),
  allowance: { limits: personalPlan.limits, source: 'bought', delivery: 'single', reason: null, until: null },
  usage: testUsage(),
  mayTry: false,
  gift: null,
  ...rest,
})

/** Somebody who has bought nothing, on a server that sells plans. */
export const freePage = (rest: Partial<SubscriptionPage> = {}): SubscriptionPage => ({
  ...subscribedPage(),
  plan: freePlan,
  subscription: null,
  allowance: { limits: freePlan.limits, source: 'free', delivery: 'single', reason: null, until: null },
  usage: testUsage({ delivered: 22, reserved: 0, returned: 0, limit: 60, forecast: 41, mailboxes: 1, filters: 2 }),
  mayTry: true,
  ...rest,
})

/** On a server that sells nothing. */
export const selfHostedPage: SubscriptionPage = {
  ...freePage(),
  provider: null,
  plan: selfHosted,
  allowance: { limits: selfHosted.limits, source: 'free', delivery: 'single', reason: null, until: null },
  usage: testUsage({ limit: null, forecast: 420 }),
  mayTry: false,
}

export const testInvoice = (n: number, overrides: Partial<Invoice> = {}): Invoice => ({
  id: testId(1000 + n),
  number: `MF-${String(n).padStart(4, '0')}`,
  state: 'paid',
  total: usd(500),
  tax: usd(0),
  paid: usd(500),
  refunded: usd(0),
  isDisputed: false,
  periodStart: '2026-11-20T12:00:00Z',
  periodEnd: '2026-12-20T12:00:00Z',
  issuedAt: '2026-11-20T12:00:00Z',
  dueAt: null,
  paidAt: '2026-11-20T12:00:00Z',
  payUrl: null,
  hasFile: true,
  ...overrides,
})

/** From "Personal" to "Business", in the middle of the month. */
export const upgradePreview: ChangePreview = {
  kind: 'upgrade',
  from: { plan: personalPlan, interval: 'month', price: usd(500) },
  to: { plan: businessPlan, interval: 'month', price: usd(2000) },
  at: '2026-12-04T12:00:00Z',
  prorationAt: '2026-12-04T12:00:00Z',
  lines: [
    { kind: 'unused', plan: personalPlan, from: '2026-12-04T12:00:00Z', to: '2026-12-20T12:00:00Z', amount: usd(-267) },
    { kind: 'remaining', plan: businessPlan, from: '2026-12-04T12:00:00Z', to: '2026-12-20T12:00:00Z', amount: usd(1067) },
    { kind: 'discount', plan: null, from: null, to: null, amount: usd(-80) },
    { kind: 'tax', plan: null, from: null, to: null, amount: usd(137) },
  ],
  dueNow: usd(857),
  next: { at: '2026-12-20T12:00:00Z', amount: usd(2000) },
}

/** From "Business" to "Personal", at the end of the year. */
export const downgradePreview: ChangePreview = {
  kind: 'downgrade',
  from: { plan: businessPlan, interval: 'month', price: usd(2000) },
  to: { plan: personalPlan, interval: 'month', price: usd(500) },
  at: '2027-01-01T12:00:00Z',
  prorationAt: null,
  lines: [],
  dueNow: usd(0),
  next: { at: '2027-01-01T12:00:00Z', amount: usd(500) },
}
