// Kysely types of the tables for plans, subscriptions, payments and usage.
import type { ColumnType, Generated } from 'kysely'
import type { Big, Json } from './columns.ts'

type Provider = 'stripe' | 'invoice'
type Interval = 'month' | 'year'
type State = 'pending' | 'trialing' | 'active' | 'past_due' | 'suspended' | 'paused' | 'ended'

export interface BillingTables {
  usage: {
    owner_id: string
    month: string
    reserved: Generated<number>
    delivered: Generated<number>
    returned: Generated<number>
    reached_percent: Generated<number>
    notified_percent: Generated<number>
  }
  plans: {
    id: string
    version: number
    terms: Json<unknown>
    is_sold: boolean
    published_by: string | null
    published_at: Date
  }
  plan_prices: {
    provider: Provider
    price_ref: string
    plan_id: string
    plan_version: number
    interval: Interval
    currency: string
    amount: number
  }
  billing_customers: {
    owner_id: string
    provider: Provider
    customer_ref: string
    reading: ColumnType<string, string | undefined, string>
    read_at: Date | null
    created_at: Date
  }
  subscriptions: {
    owner_id: string
    id: string
    provider: Provider
    subscription_ref: string
    plan_id: string
    plan_version: number
    interval: Interval
    currency: string
    amount: number
    state: State | 'unknown'
    raw_state: string
    started_at: Date
    current_period_start: Date | null
    current_period_end: Date | null
    trial_ends_at: Date | null
    cancels_at: Date | null
    ended_at: Date | null
    past_due_since: Date | null
    payment_notified_for: Date | null
    grace_notified_for: Date | null
    trial_notified_at: Date | null
    cancel_notified_for: Date | null
    end_notified_at: Date | null
    next_plan_id: string | null
    next_plan_version: number | null
    next_interval: Interval | null
    next_at: Date | null
    updated_at: Date
  }
  subscription_changes: {
    id: string
    owner_id: string | null
    subscription_id: string | null
    provider: Provider
    state_before: State | 'unknown' | null
    state_after: State | 'unknown'
    plan_before: string | null
    plan_after: string
    currency: string
    revenue_change: number
    movement: 'new' | 'expansion' | 'contraction' | 'churn' | null
    event: 'trial_converted' | 'trial_lost' | 'payment_failed' | 'payment_recovered' | null
    changed_at: Date
  }
  revenue_months: {
    month: string
    currency: string
    revenue: Big
    paying: number
    new_revenue: Big
    expansion: Big
    contraction: Big
    churned: Big
    new_paying: number
    churned_paying: number
    trials_converted: number
    trials_lost: number
    payments_failed: number
    payments_recovered: number
    updated_at: Date
  }
  billing_notices: {
    owner_id: string
    id: string
    kind: string
    sent_at: Date
  }
  plan_grants: {
    owner_id: string
    id: string
    plan_id: string
    plan_version: number
    reason: string
    given_by: string | null
    given_at: Date
    ends_at: Date | null
    ended_at: Date | null
    ended_by: string | null
  }
  invoices: {
    owner_id: string
    id: string
    provider: Provider
    invoice_ref: string
    subscription_ref: string | null
    number: string | null
    state: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
    currency: string
    subtotal: number
    tax: number
    total: number
    paid: number
    refunded: number
    is_disputed: boolean
    period_start: Date | null
    period_end: Date | null
    issued_at: Date
    due_at: Date | null
    paid_at: Date | null
    pay_url: string | null
    has_file: boolean
    decline_code: string | null
    next_attempt_at: Date | null
    notified_at: Date | null
    updated_at: Date
  }
  billing_intents: {
    owner_id: string
    id: string
    provider: Provider
    kind: 'checkout' | 'change' | 'cancel' | 'resume' | 'pause' | 'unpause' | 'keep_plan' | 'refund' | 'extend_trial'
    request: Json<unknown>
    state: 'open' | 'done' | 'failed' | 'expired'
    checkout_ref: string | null
    url: string | null
    expires_at: Date | null
    created_at: Date
    ended_at: Date | null
  }
  billing_events: {
    provider: Provider
    event_id: string
    kind: string
    customer_ref: string | null
    occurred_at: Date
    received_at: Date
    attempts: Generated<number>
    due_at: Date | null
    processed_at: Date | null
    error: string | null
  }
  billing_syncs: {
    provider: Provider
    is_live: boolean | null
    events_read_to: Date | null
    reconciled_at: Date | null
    reconciled_customers: Generated<number>
    reconciled_differences: Generated<number>
  }
  hand_subscriptions: {
    subscription_ref: string
    customer_ref: string
    price_ref: string
    state: State
    started_at: Date
    current_period_start: Date | null
    current_period_end: Date | null
    trial_ends_at: Date | null
    cancels_at: Date | null
    ended_at: Date | null
    next_price_ref: string | null
  }
  hand_invoices: {
    invoice_ref: string
    customer_ref: string
    subscription_ref: string
    number: Big
    price_ref: string
    state: 'open' | 'paid' | 'void' | 'uncollectible'
    currency: string
    lines: Json<unknown>
    total: number
    paid: Generated<number>
    refunded: Generated<number>
    refunds: ColumnType<unknown, string | undefined, string>
    period_start: Date
    period_end: Date
    issued_at: Date
    due_at: Date
    paid_at: Date | null
    reference: string | null
    marked_by: string | null
  }
}
