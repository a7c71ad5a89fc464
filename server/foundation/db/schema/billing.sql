-- Plans, subscriptions and payments of owners, and what each owner has used of their allowance. An owner is a user.

-- Messages that count against the allowance: reserved while they are on their way, delivered when they arrived, returned when they failed.
create table usage (
  owner_id uuid not null,
  month text not null,
  reserved integer not null default 0,
  delivered integer not null default 0,
  returned integer not null default 0,
  -- the highest share of the allowance, in percent, that calls for a warning, and the one that the owner was warned of
  reached_percent integer not null default 0,
  notified_percent integer not null default 0,
  primary key (owner_id, month)
);
create index usage_to_notify on usage (month, owner_id) where reached_percent > notified_percent;

-- What is sold: a version stays as it is, because somebody may have bought it.
create table plans (
  id text not null,
  version integer not null,
  -- names, limits, prices, trial days
  terms jsonb not null,
  is_sold boolean not null,
  -- the administrator; null for the plans that a new server starts with
  published_by uuid,
  published_at timestamptz not null,
  primary key (id, version)
);

-- The prices of plans as a payment provider knows them.
create table plan_prices (
  provider text not null check (provider in ('stripe', 'invoice')),
  price_ref text not null,
  plan_id text not null,
  plan_version integer not null,
  interval text not null check (interval in ('month', 'year')),
  currency text not null,
  amount integer not null,
  primary key (provider, price_ref),
  unique (provider, plan_id, plan_version, interval, currency),
  foreign key (plan_id, plan_version) references plans
);

-- Owners as a payment provider knows them.
create table billing_customers (
  owner_id uuid not null,
  provider text not null check (provider in ('stripe', 'invoice')),
  customer_ref text not null,
  -- grows before each reading; only the newest reading is written
  reading bigint not null default 0,
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (owner_id, provider),
  unique (provider, customer_ref)
);

-- Snapshots of what the provider last reported: written whole, never changed by the content of an event.
create table subscriptions (
  owner_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'invoice')),
  subscription_ref text not null,
  plan_id text not null,
  plan_version integer not null,
  interval text not null check (interval in ('month', 'year')),
  currency text not null,
  amount integer not null,
  state text not null check (state in ('pending', 'trialing', 'active', 'past_due', 'suspended', 'paused', 'ended', 'unknown')),
  raw_state text not null,
  started_at timestamptz not null,
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  cancels_at timestamptz,
  ended_at timestamptz,
  -- when the oldest unpaid invoice was issued
  past_due_since timestamptz,
  -- which missing payment the owner was notified of, and of which that its grace period is over: since when it is missing
  payment_notified_for timestamptz,
  grace_notified_for timestamptz,
  -- the owner was notified that the trial ends
  trial_notified_at timestamptz,
  -- the owner was notified that the subscription ends then, and that it has ended
  cancel_notified_for timestamptz,
  end_notified_at timestamptz,
  next_plan_id text,
  next_plan_version integer,
  next_interval text,
  next_at timestamptz,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (provider, subscription_ref)
);
create index subscriptions_by_state on subscriptions (state, updated_at);
-- For the console: its list, newest first or next renewal first, with its filters.
create index subscriptions_by_start on subscriptions (started_at, id);
create index subscriptions_by_state_start on subscriptions (state, started_at, id);
create index subscriptions_by_plan_start on subscriptions (plan_id, started_at, id);
create index subscriptions_by_period_end on subscriptions (current_period_end, id) where current_period_end is not null;
create index subscriptions_canceled on subscriptions (started_at, id) where cancels_at is not null and state <> 'ended';
-- the few that owners may have to be notified of
create index subscriptions_to_notify on subscriptions (owner_id, id) where (state <> 'ended' or end_notified_at is null)
  and (state in ('trialing', 'past_due', 'suspended', 'ended') or past_due_since is not null or payment_notified_for is not null
    or cancels_at is not null or cancel_notified_for is not null);

-- How subscriptions changed, as the snapshots showed it: for the history of one, and for the revenue of all.
create table subscription_changes (
  id uuid primary key,
  -- null once the owner's account is deleted: what is left names nobody
  owner_id uuid,
  subscription_id uuid,
  provider text not null check (provider in ('stripe', 'invoice')),
  state_before text,
  state_after text not null,
  plan_before text,
  plan_after text not null,
  -- what was won or lost of monthly revenue, in minor units of this currency
  currency text not null,
  revenue_change integer not null,
  movement text check (movement in ('new', 'expansion', 'contraction', 'churn')),
  event text check (event in ('trial_converted', 'trial_lost', 'payment_failed', 'payment_recovered')),
  changed_at timestamptz not null
);
create index subscription_changes_of_owner on subscription_changes (owner_id, changed_at, id) where owner_id is not null;
create index subscription_changes_by_age on subscription_changes (changed_at);

-- Revenue by month and currency, rolled up at night, so that no page adds up subscriptions.
create table revenue_months (
  month text not null,
  currency text not null,
  -- at the end of the month, or now
  revenue bigint not null,
  paying integer not null,
  -- what changed in it; losses are negative
  new_revenue bigint not null,
  expansion bigint not null,
  contraction bigint not null,
  churned bigint not null,
  new_paying integer not null,
  churned_paying integer not null,
  trials_converted integer not null,
  trials_lost integer not null,
  payments_failed integer not null,
  payments_recovered integer not null,
  updated_at timestamptz not null,
  primary key (month, currency)
);

-- Which notices about payments an owner got, for the console.
create table billing_notices (
  owner_id uuid not null,
  id uuid not null,
  kind text not null,
  sent_at timestamptz not null,
  primary key (owner_id, id)
);

-- Plans that staff gave for free. A row stays when it is over; an owner has one open row at most.
create table plan_grants (
  owner_id uuid not null,
  id uuid not null,
  plan_id text not null,
  plan_version integer not null,
  reason text not null,
  given_by uuid,
  given_at timestamptz not null,
  -- null: without end
  ends_at timestamptz,
  -- when staff ended it or gave another one, and who did
  ended_at timestamptz,
  ended_by uuid,
  primary key (owner_id, id),
  foreign key (plan_id, plan_version) references plans
);
create unique index plan_grants_open on plan_grants (owner_id) where ended_at is null;
create index plan_grants_by_age on plan_grants (given_at, id) where ended_at is null;
create index plan_grants_by_plan on plan_grants (plan_id, given_at, id) where ended_at is null;
create index plan_grants_by_end on plan_grants (ends_at, id) where ended_at is null and ends_at is not null;

create table invoices (
  owner_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'invoice')),
  invoice_ref text not null,
  subscription_ref text,
  number text,
  state text not null check (state in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  currency text not null,
  subtotal integer not null,
  tax integer not null,
  total integer not null,
  paid integer not null,
  refunded integer not null,
  is_disputed boolean not null,
  period_start timestamptz,
  period_end timestamptz,
  issued_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  pay_url text,
  has_file boolean not null,
  -- why the last payment failed, in the provider's code, and when it tries again
  decline_code text,
  next_attempt_at timestamptz,
  -- the owner was notified of an invoice that they pay by hand
  notified_at timestamptz,
  updated_at timestamptz not null,
  primary key (owner_id, id),
  unique (provider, invoice_ref)
);
create index invoices_of_owner on invoices (owner_id, issued_at, id);
create index invoices_by_state on invoices (state, issued_at, id);
create index invoices_by_age on invoices (issued_at, id);
create index invoices_by_id on invoices (id);
create index invoices_to_notify on invoices (owner_id, id) where provider = 'invoice' and state = 'open' and notified_at is null;

-- What an owner asked the provider for: written before the call, so that a repeated call has the same key.
create table billing_intents (
  owner_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'invoice')),
  kind text not null check (kind in ('checkout', 'change', 'cancel', 'resume', 'pause', 'unpause', 'keep_plan', 'refund', 'extend_trial')),
  -- what was asked for, e.g. the plan and its price
  request jsonb not null,
  state text not null check (state in ('open', 'done', 'failed', 'expired')),
  -- of a checkout: the provider's id, where the user pays, and until when
  checkout_ref text,
  url text,
  expires_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_id, id)
);
create unique index billing_intents_open_checkout on billing_intents (owner_id) where kind = 'checkout' and state = 'open';
create index billing_intents_by_age on billing_intents (created_at) where state = 'open';

-- Events of the provider: each is recorded once, and says only which customer has to be read again.
create table billing_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  customer_ref text,
  -- by the provider's clock
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz,
  processed_at timestamptz,
  error text,
  primary key (provider, event_id),
  check ((due_at is null) = (processed_at is not null))
);
create index billing_events_due on billing_events (due_at) where due_at is not null;
create index billing_events_by_age on billing_events (received_at);
create index billing_events_of_customer on billing_events (provider, customer_ref, occurred_at) where customer_ref is not null;

-- How far the provider's list of events was read, and what the last reconciliation found.
create table billing_syncs (
  provider text primary key,
  -- whether what we know of Stripe is from live mode
  is_live boolean,
  events_read_to timestamptz,
  reconciled_at timestamptz,
  reconciled_customers integer not null default 0,
  -- customers that differed from ours
  reconciled_differences integer not null default 0
);

-- Invoices by hand: what the provider `invoice` knows. Snapshots of these rows are written like those of Stripe.
create table hand_subscriptions (
  subscription_ref text primary key,
  customer_ref text not null,
  price_ref text not null,
  state text not null check (state in ('pending', 'trialing', 'active', 'past_due', 'suspended', 'paused', 'ended')),
  started_at timestamptz not null,
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  cancels_at timestamptz,
  ended_at timestamptz,
  next_price_ref text
);
create index hand_subscriptions_of_customer on hand_subscriptions (customer_ref);
create index hand_subscriptions_due on hand_subscriptions (current_period_end) where ended_at is null;

create table hand_invoices (
  invoice_ref text primary key,
  customer_ref text not null,
  subscription_ref text not null references hand_subscriptions,
  -- consecutive without gaps, as tax offices ask
  number bigint not null unique,
  price_ref text not null,
  state text not null check (state in ('open', 'paid', 'void', 'uncollectible')),
  currency text not null,
  lines jsonb not null,
  total integer not null,
  paid integer not null default 0,
  refunded integer not null default 0,
  -- each with the key of its request, its amount, reason and time
  refunds jsonb not null default '[]',
  period_start timestamptz not null,
  period_end timestamptz not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  reference text,
  marked_by uuid
);
create index hand_invoices_of_subscription on hand_invoices (subscription_ref, issued_at);
