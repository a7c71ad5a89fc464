-- Settings, roles, the activity log, API keys and notifications of users.

create table settings (
  user_id uuid primary key,
  language text not null,
  time_zone text not null,
  retention_days integer not null check (retention_days between 0 and 365),
  -- quiet hours and the time of daily digests, for filters that set none themselves
  quiet jsonb,
  digest_at text,
  links_ask_sign_in boolean not null default false,
  onboarding_dismissed boolean not null default false,
  -- devices that were known before are no longer: the user signed out everywhere
  devices_forgotten_at timestamptz,
  updated_at timestamptz not null
);

create table user_roles (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  role text not null check (length(role) between 1 and 100),
  created_at timestamptz not null,
  unique (user_id, role)
);
create index user_roles_by_role on user_roles (role, user_id);

-- What users did, and what was done to their accounts.
create table activity_logs (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  -- compared byte by byte, so that its index also finds what begins with a text
  action text collate "C" not null check (length(action) between 1 and 100),
  resource_type text check (length(resource_type) <= 100),
  resource_id text check (length(resource_id) <= 200),
  status text not null check (status in ('success', 'error', 'info', 'warning')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 32768),
  email text check (length(email) <= 320),
  ip_address text,
  user_agent text,
  -- the staff user who did it; no reference, so that the entry outlives their account
  actor_id uuid,
  created_at timestamptz not null,
  -- who saw it happen: what a browser reports is only as true as that browser
  source text not null default 'browser' check (source in ('server', 'browser')),
  -- whether log_chain has an entry for it, or had one
  is_sealed boolean not null default false,
  kind text not null generated always as (
    case when actor_id is not null then 'staff' when resource_type = 'security' then 'security' else 'activity' end
  ) stored
);
create index activity_logs_of_user on activity_logs (user_id, created_at);
create index activity_logs_by_age on activity_logs (created_at);
create index activity_logs_of_actor on activity_logs (actor_id, created_at) where actor_id is not null;
create index activity_logs_by_action on activity_logs (action, status, created_at);
-- Of what most rows are, the newest are found by age.
create index activity_logs_by_kind on activity_logs (kind, created_at) where kind <> 'activity';
create index activity_logs_by_status on activity_logs (status, created_at) where status <> 'success';
create index activity_logs_from_browsers on activity_logs (created_at) where source = 'browser';
create index activity_logs_of_resource on activity_logs (resource_id, created_at) where resource_id is not null;
create index activity_logs_by_resource_type on activity_logs (resource_type, created_at) where resource_type is not null;
create index activity_logs_by_address on activity_logs (ip_address, created_at) where ip_address is not null;
create index activity_logs_by_email on activity_logs (lower(email), created_at) where email is not null;
create index activity_logs_unsealed on activity_logs (id) where not is_sealed;
-- For the console's security page, as far as the server saw it.
create index activity_logs_failed on activity_logs (created_at) include (ip_address, user_id, email)
  where action = 'failed_login_attempt' and source = 'server';
create index activity_logs_suspicious on activity_logs (created_at, id)
  where action in ('suspicious_activity', 'unauthorized_access') and source = 'server';
create index activity_logs_suspicious_reason on activity_logs ((details -> 'event_data' ->> 'reason'), created_at, id)
  where action = 'suspicious_activity' and source = 'server';

-- The chain that shows whether the log was changed: each entry seals one row of it, and the entry before. See docs/decisions/log-chain.md.
create table log_chain (
  position bigint primary key,
  log_id uuid not null unique,
  -- a digest of the user's id, to recognize the rows of an erased user
  subject bytea,
  logged_at timestamptz not null,
  -- added after an entry with a later time was complete: nobody does this but by hand
  is_late boolean not null,
  sealed_at timestamptz not null,
  digest bytea not null,
  key_id uuid not null,
  hash bytea not null
);

-- Both ends of the chain, in one row that is locked while entries are added.
create table log_chain_ends (
  id boolean primary key default true check (id),
  -- the newest entry
  position bigint not null,
  hash bytea not null,
  -- when no row was left to be sealed
  drained_at timestamptz,
  -- rows before this may be gone: their time was over
  kept_from timestamptz,
  -- the newest of the entries that were removed with their rows
  start_position bigint not null,
  start_hash bytea not null,
  key_id uuid not null,
  mac bytea not null
);

-- Users whose rows were erased with their account.
create table log_erasures (
  subject bytea primary key,
  erased_at timestamptz not null,
  key_id uuid not null,
  mac bytea not null
);

-- Entries of staff that named a user who was erased since: what is left of each has this digest.
create table log_redactions (
  log_id uuid primary key,
  digest bytea not null,
  logged_at timestamptz not null,
  key_id uuid not null,
  mac bytea not null
);

-- The keys of the chain, sealed with the master key; the newest is used for new entries.
create table log_keys (
  id uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- When somebody compared the log with its chain, and what differed.
create table log_verifications (
  id uuid primary key,
  verified_at timestamptz not null,
  duration_ms integer not null,
  -- the staff user who asked; null for the command and the nightly run
  actor_id uuid,
  entries bigint not null,
  checked bigint not null,
  changed bigint not null,
  missing bigint not null,
  inserted bigint not null,
  -- the first ten
  findings jsonb not null
);
create index log_verifications_by_age on log_verifications (verified_at);

-- Filters of the log that staff have given a name.
create table log_views (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  filters jsonb not null,
  -- whether all staff see it
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index log_views_shared on log_views (created_at) where is_shared;

-- API keys: only their digests, with a name and prefix to recognize them by.
create table api_keys (
  user_id uuid not null,
  id uuid not null,
  key_hash bytea not null unique,
  name text not null,
  prefix text not null,
  scope text not null check (scope in ('read', 'write')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- rounded to the hour
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (user_id, id)
);
-- For the console, one for each of its filters.
create index api_keys_by_age on api_keys (created_at, id, user_id);
create index api_keys_by_prefix on api_keys (prefix, created_at);
create index api_keys_idle on api_keys (coalesce(last_used_at, created_at), id, user_id) where revoked_at is null;
create index api_keys_ending on api_keys (expires_at, id, user_id) where revoked_at is null;
create index api_keys_revoked on api_keys (revoked_at, id, user_id) where revoked_at is not null;

-- Which kinds of email a user has turned on or off, where that differs from what everybody gets.
create table email_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 100),
  enabled boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, kind)
);

-- Which notifications a user has seen.
create table notifications_seen (
  user_id uuid primary key,
  -- what was listed then: the time of each notification, by its id
  needs jsonb not null
);

-- The browsers that receive push notifications.
create table push_subscriptions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  -- a browser belongs to one user: the last who turned it on
  endpoint_hash bytea not null unique,
  -- the endpoint and the browser's keys: whoever has them can send to it
  sealed bytea not null,
  user_agent text,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- Deleted accounts, until what was in progress for them has been erased once more.
create table account_deletions (
  user_id uuid primary key,
  deleted_at timestamptz not null
);

-- What staff erased: which account (as a digest of its id), who, why, and how many rows of each module. It outlives the account.
create table erasure_receipts (
  id uuid primary key,
  user_digest text not null,
  erased_at timestamptz not null,
  -- the staff user who did it; no reference, so that the receipt outlives their account
  actor_id uuid not null,
  reason text not null,
  counts jsonb not null
);
create index erasure_receipts_by_age on erasure_receipts (erased_at, id);
create index erasure_receipts_of_user on erasure_receipts (user_digest);

-- Whether a guide helped. The voter is a random id of a browser for this one guide: it does not identify anybody.
create table help_votes (
  guide text not null,
  voter uuid not null,
  useful boolean not null,
  voted_at timestamptz not null,
  primary key (guide, voter)
);

-- Requests to /rest/v1 run as this role with the caller's claims; a role belongs to the whole cluster, so it may be there.
do $$
declare
  -- From 16 on, to be a member of a role is not yet to be allowed to become it.
  wanted text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  if not exists (select from pg_roles where rolname = 'mailferry_request') then
    begin
      create role mailferry_request nologin;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster was quicker
    end;
  end if;
  if exists (select from pg_roles where rolname = 'mailferry_request' and (rolsuper or rolbypassrls or rolcanlogin)) then
    raise exception 'The database role mailferry_request may do too much: rows of other people would be seen. Let an administrator run: alter role mailferry_request nosuperuser nobypassrls nologin; then start again.';
  end if;
  if not pg_has_role(current_user, 'mailferry_request', wanted) then
    execute format('grant mailferry_request to %I', current_user);
  end if;
exception when insufficient_privilege then
  raise exception 'The database user % may not make the role that requests to /rest/v1 run as. Let an administrator run: create role mailferry_request nologin; grant mailferry_request to %; then start again.',
    current_user, quote_ident(current_user);
end
$$;

do $$
begin
  execute format('grant usage on schema %I to mailferry_request', current_schema());
end
$$;

-- What may be done is granted whole and taken away by rows: a change of what is not one's own finds no rows, as on PostgREST.
grant select, insert, update, delete on user_roles to mailferry_request;
-- Not the columns that say who did it, who saw it, and whether it is sealed.
grant select, delete, insert (id, user_id, action, resource_type, resource_id, status, details, email, ip_address, user_agent, created_at),
  update (id, user_id, action, resource_type, resource_id, status, details, email, ip_address, user_agent, created_at)
  on activity_logs to mailferry_request;

create function request_user() returns uuid language sql stable
  return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

-- What no policy allows is denied: roles are never written, and what is logged is never changed.
alter table user_roles enable row level security;
create policy read_own on user_roles for select to mailferry_request using (user_id = (select request_user()));
alter table activity_logs enable row level security;
create policy read_own on activity_logs for select to mailferry_request using (user_id = (select request_user()));
create policy add_own on activity_logs for insert to mailferry_request
  with check (user_id = (select request_user()) and source = 'browser' and actor_id is null and not is_sealed);
