-- The rest of the auth wire: one-time tokens, PKCE flows, factors, and the mails that carry codes and links.

alter table users
  add column new_email text,
  add column banned_until timestamptz,
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column email_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;
create index users_by_new_email on users (new_email) where new_email is not null;

create table flow_states (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  method text not null,
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_states_of_user on flow_states (user_id);

-- One token of a kind a person: a newer mail makes the older one worthless.
create table one_time_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in
    ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  email text not null,
  code_hash bytea not null,
  link_hash bytea not null unique,
  flow_id uuid references flow_states on delete set null,
  attempts integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, kind)
);

create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text not null,
  factor_type text not null check (factor_type in ('totp')),
  status text not null check (status in ('unverified', 'verified')),
  sealed_secret bytea not null,
  -- the last 30 s step whose code was accepted: a code works once (RFC 6238 §5.2)
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, friendly_name)
);
create table challenges (
  id uuid primary key,
  factor_id uuid not null references factors on delete cascade,
  user_id uuid not null,
  ip text not null,
  verified_at timestamptz,
  created_at timestamptz not null
);
create index challenges_of_factor on challenges (factor_id);
alter table sessions add column factor_id uuid references factors on delete set null;

create table outbox (
  id uuid primary key,
  sealed_mail bytea not null,
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null
);
create index outbox_due on outbox (due_at) where due_at is not null;
