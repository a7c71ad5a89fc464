-- Filters with their history, the lists and senders that they ask about, and what they decided.

-- Conditions and actions, in order. A removed filter stays for a day with its history, so that it can be restored.
create table filters (
  user_id uuid not null,
  id uuid not null,
  position integer not null,
  name text not null,
  paused boolean not null default false,
  condition jsonb not null,
  actions jsonb not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (user_id, id)
);
create index filters_by_age on filters (created_at);
create index filters_removed on filters (removed_at) where removed_at is not null;

-- The version grows with every change of a user's filters or lists, in the same transaction: hosts cache compiled filters by it.
-- The row is also the lock that makes changes of one user happen one after the other.
create table filter_sets (
  user_id uuid primary key,
  version bigint not null
);

-- Earlier versions of each filter.
create table filter_versions (
  user_id uuid not null,
  filter_id uuid not null,
  version integer not null check (version > 0),
  name text not null,
  paused boolean not null,
  condition jsonb not null,
  actions jsonb not null,
  -- the version that this one was restored from
  restored integer check (restored < version),
  at timestamptz not null,
  primary key (user_id, filter_id, version),
  foreign key (user_id, filter_id) references filters on delete cascade
);

-- How often each filter matched. Days are those of UTC.
create table filter_days (
  user_id uuid not null,
  filter_id uuid not null,
  day date not null,
  matched integer not null check (matched > 0),
  last_at timestamptz not null,
  primary key (user_id, filter_id, day),
  foreign key (user_id, filter_id) references filters on delete cascade
);

-- Filters that are being applied to past messages, and those that were in the last days.
create table past_runs (
  user_id uuid not null,
  id uuid not null,
  filter_id uuid not null,
  state text not null check (state in ('running', 'done', 'failed')),
  -- the last message that was looked at; at first, the time to begin with
  last_at timestamptz not null,
  last_id uuid not null,
  looked integer not null default 0,
  total integer not null,
  matched integer not null default 0,
  enqueued integer not null default 0,
  held integer not null default 0,
  -- how many hosts have worked on it in turn, and until when the last of them does, by the clock of PostgreSQL
  claim integer not null default 1,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state = 'running')),
  primary key (user_id, id)
);
create unique index past_runs_running on past_runs (user_id) where state = 'running';
create index past_runs_left on past_runs (claimed_until) where state = 'running';
create index past_runs_ended on past_runs (ended_at) where ended_at is not null;

-- Named lists of addresses and words.
create table filter_lists (
  user_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- sealed with the user's content key
  entries bytea not null,
  updated_at timestamptz not null,
  primary key (user_id, name)
);

-- Filters that a user asked for on the phone: proposed as a sentence first, created when they agree.
create table filter_proposals (
  user_id uuid not null,
  id uuid not null,
  -- the phone that asked, and its inbound message
  destination_id uuid not null,
  wamid text not null,
  effect text not null check (effect in ('always', 'never')),
  state text not null check (state in ('asked', 'kept', 'left', 'undone')),
  -- the condition, which names a sender, and the filter's name; null once answered
  sealed bytea check (sealed is null or state = 'asked'),
  -- if agreed: the filter that was added, and those that were paused
  filter_id uuid,
  paused_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, wamid)
);
create index filter_proposals_by_age on filter_proposals (created_at);

-- Senders who have written before, as keyed hashes of addresses: without the user's key they cannot be read.
create table known_senders (
  user_id uuid not null,
  address_hash bytea not null,
  first_seen_at timestamptz not null,
  primary key (user_id, address_hash)
);

-- What was decided for each message, and why.
create table decisions (
  user_id uuid not null,
  message_id uuid not null,
  decision text not null check (decision in ('matched', 'not_matched', 'suppressed')),
  reason text,
  explanation bytea,
  at timestamptz not null,
  primary key (user_id, message_id)
);
create index decisions_suppressed on decisions (user_id, message_id) where decision = 'suppressed';
create index decisions_made on decisions using brin (at timestamptz_minmax_multi_ops) with (pages_per_range = 32);
