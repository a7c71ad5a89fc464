-- Users, how they sign in, their sessions and factors.

-- email and phone are verified once their confirmed_at is set; the new_ ones wait for that.
create table users (
  id uuid primary key,
  email text unique,
  email_confirmed_at timestamptz,
  new_email text,
  -- digits as the wire keeps them: E.164 without its plus
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  phone_confirmed_at timestamptz,
  new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  password_hash text,
  role text not null default 'authenticated' check (length(role) between 1 and 100),
  is_anonymous boolean not null default false,
  user_metadata jsonb not null default '{}',
  app_metadata jsonb not null default '{}',
  banned_until timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index users_by_new_email on users (new_email) where new_email is not null;
create unique index users_by_phone on users (phone) where phone is not null;
create index users_by_new_phone on users (new_phone) where new_phone is not null;
create index users_by_age on users (created_at, id);
-- For the console: its searches by the beginning of an address, number or name, and its filters.
create index users_by_email_start on users (email text_pattern_ops) where email is not null;
create index users_by_phone_start on users (phone text_pattern_ops) where phone is not null;
-- no longer than an index can hold
create index users_by_name_start on users (lower(left(coalesce(user_metadata ->> 'name', user_metadata ->> 'full_name'), 100)) text_pattern_ops);
create index users_banned on users (created_at, id) where banned_until is not null;
create index users_unconfirmed on users (created_at, id) where email_confirmed_at is null and phone_confirmed_at is null;

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

-- Second factors: an app keeps its secret, a phone its number, a passkey has a row of its own.
create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  friendly_name text not null,
  status text not null check (status in ('unverified', 'verified')),
  sealed_secret bytea,
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- the last 30 s step whose code was accepted: a code works once (RFC 6238 §5.2)
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, friendly_name)
);

create index factors_verified on factors (user_id) where status = 'verified';

-- Passkeys and security keys (WebAuthn).
create table passkeys (
  -- a factor is one key: the proof that verifies the factor registers it
  factor_id uuid primary key references factors on delete cascade,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- the key's own count of its signatures; always 0 where it does not count
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null
);
create index passkeys_of_user on passkeys (user_id);

-- Codes that each sign in once in place of a second factor, kept as keyed digests.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Challenges to a factor that wait to be verified.
create table challenges (
  id uuid primary key,
  factor_id uuid not null references factors on delete cascade,
  user_id uuid not null,
  ip text not null,
  code_hash bytea,
  passkey_challenge bytea,
  attempts integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null
);
create index challenges_of_factor on challenges (factor_id);

-- Signed-in browsers.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null,
  amr jsonb not null,
  factor_id uuid references factors on delete set null,
  user_agent text,
  ip text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

-- Each is good once, except for a moment in which its successor may have been lost on the way.
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

-- Sign-ins with PKCE that wait for their code to be exchanged.
create table flow_states (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- who came back from the provider and with which tokens, until the code is exchanged
  sealed_return bytea,
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_states_of_user on flow_states (user_id);

-- Sign-ins with a provider that wait for the browser to come back.
create table provider_flows (
  id uuid primary key,
  secret_hash bytea not null,
  -- null where a code challenge already binds the flow to its browser
  browser_hash bytea,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- who links an identity; null for a sign-in
  user_id uuid references users on delete cascade,
  -- the nonce and the code verifier towards the provider
  sealed_secrets bytea not null,
  created_at timestamptz not null,
  check ((code_challenge is null) = (code_challenge_method is null)),
  check (code_challenge is null or browser_hash is null)
);
create index provider_flows_by_age on provider_flows (created_at);
create index provider_flows_of_user on provider_flows (user_id) where user_id is not null;

-- Codes and links that travel by email. One of each kind per user: a newer email invalidates the older one.
create table one_time_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  email text not null,
  -- the identity to confirm
  identity_id uuid references identities on delete set null,
  flow_id uuid references flow_states on delete set null,
  code_hash bytea not null,
  link_hash bytea not null unique,
  attempts integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, kind)
);

-- Codes that travel by WhatsApp or text. One of each kind per user: a newer message invalidates the older one.
create table phone_codes (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('sms', 'phone_change', 'reauthentication')),
  phone text not null,
  code_hash bytea not null,
  -- the password of an unconfirmed number belongs to whoever asked for this code
  keeps_password boolean not null,
  attempts integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, kind)
);

-- Kinds of devices that a user has signed in from: a new one causes a notification.
create table devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Networks from which a user has signed in completely: strangers who try their password elsewhere do not lock them out there.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  network_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, network_hash)
);
create index known_networks_by_age on known_networks (last_seen_at);

-- Service keys. The key itself is a signed token that is shown once; the row can revoke it.
create table service_keys (
  id uuid primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);

-- Networks whose requests are refused: staff block them in the console.
create table blocked_addresses (
  id uuid primary key,
  -- as core/session/networks.ts writes it
  network text not null unique,
  reason text not null check (length(reason) between 1 and 500),
  -- the member of staff; no reference, so that the block outlives their account
  blocked_by uuid not null,
  created_at timestamptz not null,
  -- null: until somebody unblocks it
  ends_at timestamptz
);
create index blocked_addresses_by_age on blocked_addresses (created_at, id);
