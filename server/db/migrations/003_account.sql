-- Roles, the log of what a person did and what was done to their account, and what a person may read of both by SQL.

create table user_roles (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  role text not null,
  created_at timestamptz not null,
  unique (user_id, role)
);
create table activity_logs (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  action text not null,
  resource_type text,
  resource_id text,
  status text not null check (status in ('success', 'error', 'info', 'warning')),
  details jsonb not null default '{}',
  email text,
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
begin
  create role mailferry_request nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  execute format('grant mailferry_request to %I', current_user);
end
$$;
grant usage on schema public to mailferry_request;
grant select on user_roles, activity_logs to mailferry_request;
grant insert on activity_logs to mailferry_request;

create function request_user() returns uuid language sql stable
  return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

alter table user_roles enable row level security;
create policy read_own on user_roles for select to mailferry_request using (user_id = request_user());
alter table activity_logs enable row level security;
create policy read_own on activity_logs for select to mailferry_request using (user_id = request_user());
create policy add_own on activity_logs for insert to mailferry_request with check (user_id = request_user());
