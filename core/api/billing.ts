// The API for plans, subscriptions, payments and invoices.
import { z } from 'zod/mini'
import { Money } from '../plans/money.ts'
import { Interval, Plan, PlanLimits, PlanTerms } from '../plans/plans.ts'
import { SubscriptionState } from '../plans/subscription.ts'
import { Reason } from './admin/action.ts'
import { ById, Id, PageQuery, pageOf, shape, Time } from './shape.ts'

/** Who takes payments on this server; null where nothing is sold. */
export const Billing = z.nullable(z.enum(['stripe', 'invoice']))

/** Public: the plans that are sold now, cheapest first. Without a payment provider `items` is empty. */
export const listPlansApi = shape({ status: 200, answer: z.object({ provider: Billing, items: z.array(Plan) }) })

export const PlanChange = z.object({ plan: Plan, interval: Interval, at: Time, price: z.nullable(Money) })

/** What a user may do with their subscription now. */
export const SubscriptionAction = z.enum(['cancel', 'resume', 'pause', 'unpause', 'keep_plan', 'change', 'portal'])
export type SubscriptionAction = z.infer<typeof SubscriptionAction>

export const SubscriptionView = z.object({
  id: Id,
  /** The version that was bought. */
  plan: Plan,
  interval: Interval,
  price: Money,
  state: SubscriptionState,
  startedAt: Time,
  periodEndsAt: z.nullable(Time),
  trialEndsAt: z.nullable(Time),
  /** It was cancelled and ends then. */
  cancelsAt: z.nullable(Time),
  /** Emails wait for the daily digest until then, and the free plan applies afterwards; null unless a payment is missing. */
  graceEndsAt: z.nullable(Time),
  /** A smaller plan that starts at the end of the period. */
  nextChange: z.nullable(PlanChange),
  actions: z.array(SubscriptionAction),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>

/** Why emails come in the daily digest, or why a bought plan does not apply. */
export const AllowanceReason = z.enum(['allowance_used', 'payment_failed', 'payment_missing', 'paused', 'ended'])
export type AllowanceReason = z.infer<typeof AllowanceReason>

export const AllowanceView = z.object({
  limits: PlanLimits,
  /** Which plan the limits come from; `gift` when one that was given adds to what was bought. */
  source: z.enum(['free', 'bought', 'gift']),
  /** `digest`: emails come together, once a day. */
  delivery: z.enum(['single', 'digest']),
  reason: z.nullable(AllowanceReason),
  /** When that changes on its own; null if it does not. */
  until: z.nullable(Time),
})
export type AllowanceView = z.infer<typeof AllowanceView>

export const UsageView = z.object({
  /** `2026-03`. */
  month: z.string(),
  delivered: z.number(),
  reserved: z.number(),
  /** Deliveries that failed and were given back. */
  returned: z.number(),
  limit: z.nullable(z.number()),
  /** Deliveries by the end of the month at today's pace; null in the first days of a month. */
  forecast: z.nullable(z.number()),
  mailboxes: z.number(),
  filters: z.number(),
})
export type UsageView = z.infer<typeof UsageView>

export const SubscriptionPage = z.object({
  provider: Billing,
  /** The plan that applies now. */
  plan: Plan,
  /** Null on the free plan. */
  subscription: z.nullable(SubscriptionView),
  /** A plan that staff gave for free, while it runs; `endsAt` is null for one without end. */
  gift: z.nullable(z.object({ plan: Plan, endsAt: z.nullable(Time) })),
  allowance: AllowanceView,
  usage: UsageView,
  /** Whether a trial would begin with a new subscription. */
  mayTry: z.boolean(),
  /** With invoices by hand: what the operator wrote about how to pay. */
  howToPay: z.optional(z.string()),
})
export type SubscriptionPage = z.infer<typeof SubscriptionPage>

export const getSubscriptionApi = shape({ status: 200, answer: SubscriptionPage })
/** Answers once the provider has confirmed. */
export const changeSubscriptionApi = shape({
  body: z.object({ action: z.enum(['cancel', 'resume', 'pause', 'unpause', 'keep_plan']) }),
  status: 200,
  answer: SubscriptionPage,
})

export const PlanChoice = z.object({ planId: z.string().check(z.maxLength(40)), interval: Interval })
export type PlanChoice = z.infer<typeof PlanChoice>

/** `unused`: what is given back for the rest of the old plan's period. `remaining`: the new plan for that time. `full`: a full period. */
export const PreviewLine = z.object({
  kind: z.enum(['unused', 'remaining', 'full', 'discount', 'tax', 'credit', 'other']),
  plan: z.nullable(Plan),
  from: z.nullable(Time),
  to: z.nullable(Time),
  amount: Money,
})
export type PreviewLine = z.infer<typeof PreviewLine>

/** What a change of plan does: exactly what the provider will charge. */
export const ChangePreview = z.object({
  kind: z.enum(['upgrade', 'downgrade']),
  from: z.object({ plan: Plan, interval: Interval, price: Money }),
  to: z.object({ plan: Plan, interval: Interval, price: Money }),
  /** When it takes effect: now for an upgrade, the end of the period for a downgrade. */
  at: Time,
  /** The second that proration is computed for; sent back with the change, so that the invoice equals the preview. */
  prorationAt: z.nullable(Time),
  lines: z.array(PreviewLine),
  /** Charged at once; the sum of `lines`. */
  dueNow: Money,
  /** The next regular payment. */
  next: z.object({ at: Time, amount: Money }),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const previewChangeApi = shape({ body: PlanChoice, status: 200, answer: ChangePreview })

/** `planVersion` and `dueNow` are what the user agreed to: others are refused with 409, and the new preview has to be agreed to. */
export const changePlanApi = shape({
  body: z.extend(PlanChoice, { planVersion: z.int(), prorationAt: z.nullable(Time), dueNow: Money }),
  status: 200,
  /** `confirm`: the bank asks the user to confirm the payment at `url`; until then the old plan applies. */
  answer: z.object({ state: z.enum(['done', 'scheduled', 'confirm', 'declined']), url: z.nullable(z.string()), page: SubscriptionPage }),
})

/** Begins a payment on the provider's page, where the browser goes next. */
export const addCheckoutApi = shape({
  body: PlanChoice,
  status: 200,
  answer: z.object({ id: Id, url: z.string() }),
})
/** `waiting`: paid or being paid, not confirmed by the provider yet. `failed`: the payment was refused. */
export const CheckoutState = z.enum(['open', 'waiting', 'done', 'failed', 'expired'])
export type CheckoutState = z.infer<typeof CheckoutState>
export const getCheckoutApi = shape({
  params: ById,
  status: 200,
  answer: z.object({
    id: Id,
    state: CheckoutState,
    plan: Plan,
    interval: Interval,
    url: z.nullable(z.string()),
    /** What the operator wrote about paying an invoice, and which invoice; null when the provider's page takes the payment. */
    howToPay: z.nullable(z.string()),
    invoiceId: z.nullable(Id),
  }),
})
export const addPortalSessionApi = shape({ status: 200, answer: z.object({ url: z.string() }) })

export const InvoiceState = z.enum(['draft', 'open', 'paid', 'void', 'uncollectible'])
export type InvoiceState = z.infer<typeof InvoiceState>

export const Invoice = z.object({
  id: Id,
  /** Null for a draft. */
  number: z.nullable(z.string()),
  state: InvoiceState,
  total: Money,
  tax: Money,
  paid: Money,
  refunded: Money,
  isDisputed: z.boolean(),
  periodStart: z.nullable(Time),
  periodEnd: z.nullable(Time),
  issuedAt: Time,
  dueAt: z.nullable(Time),
  paidAt: z.nullable(Time),
  /** Where it can be paid; null when nothing is left to pay. */
  payUrl: z.nullable(z.string()),
  hasFile: z.boolean(),
})
export type Invoice = z.infer<typeof Invoice>

/** Newest first. */
export const listInvoicesApi = shape({ query: PageQuery, status: 200, answer: pageOf(Invoice) })
export const downloadInvoiceApi = shape({ params: ById, status: 200, answer: z.any() })

export const AdminPlan = z.extend(Plan, { isSold: z.boolean(), publishedAt: Time })
export type AdminPlan = z.infer<typeof AdminPlan>
/** Every version of every plan, newest first. */
export const listAdminPlansApi = shape({ status: 200, answer: z.object({ items: z.array(AdminPlan) }) })
/** Publishes a new version of a plan; unchanged terms publish nothing. `isSold`: offered to new subscribers. */
export const publishPlanApi = shape({
  body: z.extend(PlanTerms, { isSold: z.boolean(), reason: Reason }),
  status: 200,
  answer: AdminPlan,
})

export const AdminInvoice = z.extend(Invoice, { ownerId: Id, provider: z.enum(['stripe', 'invoice']) })
export type AdminInvoice = z.infer<typeof AdminInvoice>
export const listAdminInvoicesApi = shape({
  query: z.extend(PageQuery, { state: z.optional(InvoiceState), ownerId: z.optional(Id) }),
  status: 200,
  answer: pageOf(AdminInvoice),
})
/** An invoice by hand was paid; `reference` says how (a bank's reference). Refused for other providers. */
export const markPaidApi = shape({
  params: ById,
  body: z.object({ reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), reason: Reason }),
  status: 200,
  answer: AdminInvoice,
})
export const refundInvoiceApi = shape({
  params: ById,
  body: z.object({ amount: z.int().check(z.minimum(1)), reason: Reason }),
  status: 200,
  answer: AdminInvoice,
})
