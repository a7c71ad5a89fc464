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
  updated_at timestamptz not null
);

create table user_roles (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  role text not null check (length(role) between 1 and 100),
  created_at timestamptz not null,
  unique (user_id, role)
);

-- What users did, and what was done to their accounts.
create table activity_logs (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  action text not null check (length(action) between 1 and 100),
  resource_type text check (length(resource_type) <= 100),
  resource_id text check (length(resource_id) <= 200),
  status text not null check (status in ('success', 'error', 'info', 'warning')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 32768),
  email text check (length(email) <= 320),
  ip_address text,
  user_agent text,
  -- the member of staff who did it; no reference, so that the entry outlives their account
  actor_id uuid,
  created_at timestamptz not null
);
create index activity_logs_of_user on activity_logs (user_id, created_at);
create index activity_logs_by_age on activity_logs (created_at);
create index activity_logs_of_actor on activity_logs (actor_id, created_at) where actor_id is not null;

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
grant select, insert, update, delete on user_roles, activity_logs to mailferry_request;

create function request_user() returns uuid language sql stable
  return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

-- What no policy allows is denied: roles are never written, and what is logged is never changed.
alter table user_roles enable row level security;
create policy read_own on user_roles for select to mailferry_request using (user_id = (select request_user()));
alter table activity_logs enable row level security;
create policy read_own on activity_logs for select to mailferry_request using (user_id = (select request_user()));
create policy add_own on activity_logs for insert to mailferry_request with check (user_id = (select request_user()));
