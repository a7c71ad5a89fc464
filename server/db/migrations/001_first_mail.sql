-- People, mailboxes, messages, filters, destinations, deliveries: what the first forwarded mail needs.
-- What grows with mail carries user_id in every key, so that the tables can be spread by person.

create table users (
  id uuid primary key,
  email text unique,
  password_hash text,
  email_confirmed_at timestamptz,
  user_metadata jsonb not null default '{}',
  app_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_of_user on identities (user_id);
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null,
  amr jsonb not null,
  user_agent text,
  ip text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null,
  parent_hash bytea,
  sealed_token bytea,
  revoked_at timestamptz,
  created_at timestamptz not null
);
create index refresh_tokens_of_session on refresh_tokens (session_id);
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_at timestamptz not null
);
create table person_keys (
  user_id uuid primary key,
  secrets_key bytea not null,
  content_key bytea not null,
  created_at timestamptz not null
);
create table settings (
  user_id uuid primary key,
  language text not null,
  time_zone text not null,
  retention_days integer not null check (retention_days between 0 and 365),
  updated_at timestamptz not null
);

create table mailboxes (
  user_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('imap', 'address')),
  address text not null,
  settings jsonb not null default '{}',
  secret bytea,
  state text not null check (state in ('connecting', 'live', 'waiting', 'needs_you', 'paused')),
  reason text,
  uid_validity bigint,
  uid_next bigint,
  last_alive_at timestamptz,
  last_mail_at timestamptz,
  lease_host text,
  lease_token bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index mailboxes_to_lease on mailboxes (lease_until) where kind = 'imap';
create table mailbox_addresses (
  address text primary key,
  user_id uuid not null,
  mailbox_id uuid not null
);
create table messages (
  user_id uuid not null,
  id uuid not null,
  mailbox_id uuid not null,
  source_key text not null,
  content_hash bytea not null,
  uid_validity bigint,
  uid bigint,
  size_bytes integer not null,
  arrived_at timestamptz not null,
  head bytea,
  view bytea,
  erased_at timestamptz,
  primary key (user_id, id),
  unique (user_id, mailbox_id, source_key)
);
create index messages_by_content on messages (user_id, mailbox_id, content_hash);
create index messages_by_arrival on messages (user_id, arrived_at);
create table verdicts (
  user_id uuid not null,
  message_id uuid not null,
  verdict text not null check (verdict in ('matched', 'not_matched', 'suppressed')),
  reason text,
  explanation bytea,
  at timestamptz not null,
  primary key (user_id, message_id)
);
create table blobs (
  user_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  size_bytes integer not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create table filters (
  user_id uuid not null,
  id uuid not null,
  position integer not null,
  name text not null,
  paused boolean not null default false,
  condition jsonb not null,
  actions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);

create table destinations (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  wa_id text,
  wa_user_id text,
  state text not null check (state in ('pending', 'linked', 'stopped', 'unreachable')),
  consent jsonb,
  last_inbound_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index destinations_by_wa_id on destinations (wa_id);
create index destinations_by_wa_user_id on destinations (wa_user_id);
create table link_codes (
  code_hash bytea primary key,
  user_id uuid not null,
  destination_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create table lanes (
  user_id uuid not null,
  destination_id uuid not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  -- when the head of the lane is due; null while nothing waits in it
  next_at timestamptz,
  blocked_until timestamptz,
  claimed_by text,
  claimed_until timestamptz,
  primary key (user_id, destination_id)
);
create index lanes_due on lanes (next_at) where next_at is not null;
create table deliveries (
  user_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity,
  message_id uuid not null,
  filter_id uuid,
  destination_id uuid not null,
  state text not null check (state in
    ('held', 'queued', 'sending', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'failed', 'cancelled', 'expired')),
  reason text,
  attempts integer not null default 0,
  due_at timestamptz,
  wamid text,
  usage_month text not null,
  created_at timestamptz not null,
  -- when its owner last sent it again: attempts before that do not count against the new try
  resent_at timestamptz,
  accepted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, message_id, destination_id)
);
create index deliveries_waiting on deliveries (user_id, destination_id, seq)
  where state in ('held', 'queued', 'sending', 'unknown');
create index deliveries_by_wamid on deliveries (wamid) where wamid is not null;
create index deliveries_unconfirmed on deliveries (accepted_at) where state in ('accepted', 'sent');
create table attempts (
  user_id uuid not null,
  delivery_id uuid not null,
  n integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  reason text,
  wamid text,
  primary key (user_id, delivery_id, n)
);
create table inbound_messages (
  wamid text primary key,
  user_id uuid,
  destination_id uuid,
  sender text not null,
  kind text not null,
  body jsonb not null,
  received_at timestamptz not null,
  answered_at timestamptz
);
create index inbound_unanswered on inbound_messages (received_at) where answered_at is null;
create index inbound_of_sender on inbound_messages (sender, received_at);
create table messenger_numbers (
  number_id text primary key,
  paused_until timestamptz,
  pause_reason text,
  updated_at timestamptz not null
);
create table usage (
  user_id uuid not null,
  month text not null,
  reserved integer not null default 0,
  delivered integer not null default 0,
  primary key (user_id, month)
);
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz not null,
  primary key (user_id, key)
);
