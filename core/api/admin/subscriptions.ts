// The API of the console for subscriptions: the list of all, one owner's detail with its timeline, and what staff change.
import { z } from 'zod/mini'
import { Money } from '../../plans/money.ts'
import { Interval } from '../../plans/plans.ts'
import { ChangePreview, InvoiceState, PlanChoice, SubscriptionPage, SubscriptionView } from '../billing.ts'
import { ById, Id, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { Reason } from './action.ts'

/** `canceled`: it runs until the end of its period. `gift`: a plan that staff gave for free. */
export const SubscriptionListState = z.enum([
  'pending',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'ended',
  'unknown',
  'gift',
])
export type SubscriptionListState = z.infer<typeof SubscriptionListState>

export const SoldBy = z.enum(['stripe', 'invoice'])

export const ListedSubscription = z.object({
  id: Id,
  ownerId: Id,
  /** Null once the account is gone. */
  email: z.nullable(z.string()),
  state: SubscriptionListState,
  planId: z.string(),
  planVersion: z.number(),
  planName: z.string(),
  /** Null for a gift, as all that follows from a price. */
  interval: z.nullable(Interval),
  provider: z.nullable(SoldBy),
  startedAt: Time,
  /** When it renews; of a gift, when it ends. */
  renewsAt: z.nullable(Time),
  endsAt: z.nullable(Time),
  /** What it brings in a month; null for roles that see no money. */
  monthly: z.nullable(Money),
  ref: z.nullable(z.string()),
  /** Its page at the provider, where there is one. */
  providerUrl: z.nullable(z.string()),
})
export type ListedSubscription = z.infer<typeof ListedSubscription>

const day = z.optional(z.iso.date())
/** `search`: the beginning of an email, an owner's id, or an id of the provider. Days are in UTC, both included. */
export const SubscriptionFilter = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  state: z.optional(SubscriptionListState),
  plan: z.optional(z.string().check(z.maxLength(40))),
  provider: z.optional(SoldBy),
  startedFrom: day,
  startedTo: day,
  renewsFrom: day,
  renewsTo: day,
})
export type SubscriptionFilter = z.infer<typeof SubscriptionFilter>

/** Newest first; with a range of renewals, the next renewal first. */
export const listSubscriptionsApi = shape({
  query: z.extend(PageQuery, SubscriptionFilter.shape),
  status: 200,
  answer: pageOf(ListedSubscription),
})
export const downloadSubscriptionsApi = shape({ query: SubscriptionFilter, status: 200, answer: z.any() })

/** What the page's filters and forms offer; `provider` is null where nothing is sold. */
export const SubscriptionOptions = z.object({
  provider: z.nullable(SoldBy),
  currency: z.string(),
  hasCoupons: z.boolean(),
  /** Every plan that was ever published, but the free one. */
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type SubscriptionOptions = z.infer<typeof SubscriptionOptions>
export const getSubscriptionOptionsApi = shape({ status: 200, answer: SubscriptionOptions })

export const StaffSubscriptionAction = z.enum(['cancel', 'cancel_now', 'resume', 'keep_plan', 'pause', 'unpause'])
export type StaffSubscriptionAction = z.infer<typeof StaffSubscriptionAction>

/** Amounts are null for roles that see no money. */
export const SubscriptionDetail = z.object({
  ownerId: Id,
  email: z.nullable(z.string()),
  provider: z.nullable(SoldBy),
  seesMoney: z.boolean(),
  plan: SubscriptionPage.shape.plan,
  subscription: z.nullable(
    z.extend(z.omit(SubscriptionView, { price: true, actions: true, nextChange: true }), {
      price: z.nullable(Money),
      monthly: z.nullable(Money),
      periodStartedAt: z.nullable(Time),
      pastDueSince: z.nullable(Time),
      nextChange: z.nullable(z.object({ planName: z.string(), interval: Interval, at: Time })),
    }),
  ),
  /** The newest payment that failed and is still missing: the provider's code, and when it tries again; null where it doesn't. */
  failedPayment: z.nullable(z.object({ invoice: z.nullable(z.string()), code: z.nullable(z.string()), nextAttemptAt: z.nullable(Time) })),
  allowance: SubscriptionPage.shape.allowance,
  usage: SubscriptionPage.shape.usage,
  /** All that the owner has or had, newest first. */
  all: z.array(ListedSubscription),
  customers: z.array(z.object({ provider: SoldBy, ref: z.string(), url: z.nullable(z.string()), readAt: z.nullable(Time) })),
  /** What this role may do now. */
  actions: z.array(z.enum([...StaffSubscriptionAction.options, 'change', 'extend_trial'])),
})
export type SubscriptionDetail = z.infer<typeof SubscriptionDetail>
export const getAdminSubscriptionApi = shape({ params: ById, status: 200, answer: SubscriptionDetail })

/** Amounts are null for roles that see no money. */
export const OwnerInvoice = z.object({
  id: Id,
  number: z.nullable(z.string()),
  state: InvoiceState,
  provider: SoldBy,
  issuedAt: Time,
  dueAt: z.nullable(Time),
  paidAt: z.nullable(Time),
  isDisputed: z.boolean(),
  /** Why its last payment failed, in the provider's code. */
  declineCode: z.nullable(z.string()),
  nextAttemptAt: z.nullable(Time),
  amounts: z.nullable(z.object({ total: Money, paid: Money, refunded: Money })),
  providerUrl: z.nullable(z.string()),
})
export type OwnerInvoice = z.infer<typeof OwnerInvoice>
export const listOwnerInvoicesApi = shape({ params: ById, query: PageQuery, status: 200, answer: pageOf(OwnerInvoice) })

export const TimelineEntry = z.object({
  id: z.string(),
  at: Time,
  /** `change`: what we read from the provider. `request`: what somebody asked of it. */
  kind: z.enum(['change', 'event', 'request', 'staff', 'notice', 'gift']),
  text: z.string(),
  /** Who on the staff did it, and why. */
  actor: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
/** Newest first. */
export const listTimelineApi = shape({ params: ById, query: PageQuery, status: 200, answer: pageOf(TimelineEntry) })

export const previewStaffChangeApi = shape({ params: ById, body: PlanChoice, status: 200, answer: ChangePreview })
export const changeOwnerPlanApi = shape({
  params: ById,
  body: z.extend(PlanChoice, { planVersion: z.int(), prorationAt: z.nullable(Time), dueNow: Money, reason: Reason }),
  status: 200,
  /** `confirm`: the owner's bank asks them to confirm the payment at `url`. */
  answer: z.object({ state: z.enum(['done', 'scheduled', 'confirm', 'declined']), url: z.nullable(z.string()) }),
})
export const runSubscriptionActionApi = shape({
  params: ById,
  body: z.object({ action: StaffSubscriptionAction, reason: Reason }),
  status: 200,
  answer: z.object({ state: z.nullable(z.string()) }),
})
export const extendTrialApi = shape({
  params: ById,
  body: z.object({ until: Time, reason: Reason }),
  status: 200,
  answer: z.object({ trialEndsAt: z.nullable(Time) }),
})
