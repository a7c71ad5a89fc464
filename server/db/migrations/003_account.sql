-- Roles, the log of what a person did and what was done to their account, and what a person may read of both by SQL.

create table user_roles (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  role text not null check (length(role) between 1 and 100),
  created_at timestamptz not null,
  unique (user_id, role)
);
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
  created_at timestamptz not null
);
create index activity_logs_of_user on activity_logs (user_id, created_at);
create index activity_logs_by_age on activity_logs (created_at);

-- Kinds of devices that a person has signed in from: a new one is worth a notice.
create table devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
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
