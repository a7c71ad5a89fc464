-- Keys of users and of the server, outgoing system emails, answers to repeated requests, and how the service is doing.

-- Stamps a row with the transactions that created and last changed it, for the realtime wire: docs/decisions/live.md.
create function stamp_transaction() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  new.created_xid := case tg_op when 'INSERT' then new.changed_xid else old.created_xid end;
  return new;
end $$;

-- Two keys per user, wrapped by the master key. Deleting them makes everything unreadable that they sealed.
create table user_keys (
  user_id uuid primary key,
  secrets_key bytea not null,
  content_key bytea not null,
  created_at timestamptz not null
);

-- The pairs that sign access tokens; the newest whose time has come signs, the others verify.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_at timestamptz not null,
  -- later than created_at where other hosts must read it first
  signs_at timestamptz not null
);

-- Since when each secret of the environment has its value: a keyed digest shows that it changed, and nothing else about it.
create table secret_sightings (
  name text primary key,
  fingerprint bytea not null,
  since timestamptz not null
);

-- The one key pair that identifies us to push services (VAPID).
create table push_keys (
  public_key text primary key,
  sealed_private bytea not null,
  created_at timestamptz not null
);

-- Tries and budgets that hold over all hosts; the library reads and writes them (server/foundation/rate-limits.ts).
create table rate_limits (
  -- a name and a digest: it says nothing about whom it counts
  key text primary key,
  points integer not null,
  -- in milliseconds
  expire bigint
);
create index rate_limits_by_end on rate_limits (expire);

-- System emails, until the relay has accepted them.
create table outbox (
  id uuid primary key,
  sealed_email bytea not null,
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null
);
create index outbox_due on outbox (due_at) where due_at is not null;
create index outbox_by_age on outbox (created_at);

-- Answers to writes, so that a repeated one gets the answer of the first.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- The processes of the service. Each writes its row every ten seconds; one that has been silent for a day is removed.
create table hosts (
  id text primary key,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- event loop, memory, disk and connections, measured since the last heartbeat
  load jsonb not null
);

-- What the hosts logged as warnings and errors in the last week, grouped by text without values.
create table error_groups (
  host text not null,
  fingerprint text not null,
  level integer not null,
  message text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (host, fingerprint)
);
create index error_groups_newest on error_groups (last_at);

-- What always fails, by kind: inbound messages, webhook events, emails (mailbox and key), deliveries, notifications. Never its content.
create table set_aside (
  kind text not null,
  id text not null,
  -- the class of the last error
  error text not null,
  attempts integer not null,
  first_at timestamptz not null,
  -- null while it is still tried
  set_aside_at timestamptz,
  primary key (kind, id)
);
create index set_aside_newest on set_aside (set_aside_at) where set_aside_at is not null;

-- What calls for an alert, and which staff are notified: one row.
create table alert_settings (
  id boolean primary key default true check (id),
  -- by rule: whether it is on, its threshold, and for how many minutes it must hold
  rules jsonb not null default '{}',
  -- staff who get an email; null: every administrator with a confirmed address
  email_user_ids uuid[],
  -- phones of staff: [{"userId": …, "destinationId": …}]
  phones jsonb not null default '[]',
  checked_at timestamptz
);

-- How each rule is doing, for each host, part or certificate that it watches.
create table alert_states (
  rule text not null,
  subject text not null,
  is_open boolean not null,
  -- since when the opposite has held: long enough, and the incident opens or closes
  changing_since timestamptz,
  checked_at timestamptz not null,
  primary key (rule, subject)
);

-- Alerts that were raised.
create table incidents (
  id uuid primary key,
  rule text not null,
  subject text not null,
  -- what was measured when it opened
  value double precision not null,
  threshold double precision not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid
);
create unique index incidents_open on incidents (rule, subject) where closed_at is null;
create index incidents_newest on incidents (opened_at, id);

-- The texts of our own emails as staff changed them, by version: the highest one is used, and an empty one is the catalog's text again.
create table email_texts (
  language text not null,
  -- core/notifications/email-kinds.ts
  kind text not null,
  version integer not null,
  -- the changed parts alone
  texts jsonb not null,
  -- the catalog's text of all parts at that time, so that a later change of it is noticed
  defaults jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (language, kind, version)
);

-- What administrators changed in the console: the newest version of each setting. A setting without a value is at its default.
create table runtime_settings (
  key text primary key,
  version integer not null,
  value jsonb,
  sealed_value bytea,
  changed_by uuid,
  changed_at timestamptz not null,
  reason text,
  check (value is null or sealed_value is null)
);

-- Every version that there was. Secrets stay sealed, each for its own version.
create table runtime_setting_changes (
  id uuid primary key,
  key text not null,
  version integer not null,
  value jsonb,
  sealed_value bytea,
  changed_by uuid,
  changed_at timestamptz not null,
  reason text,
  unique (key, version),
  check (value is null or sealed_value is null)
);
create index runtime_setting_changes_newest on runtime_setting_changes (changed_at desc, id desc);
create index runtime_setting_changes_of_key on runtime_setting_changes (key, changed_at desc, id desc);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  -- Replacing the master key seals old versions again, and changes nothing else.
  if tg_op = 'UPDATE' and current_setting('mailferry.rewraps', true) = 'on'
    and to_jsonb(new) - 'sealed_value' = to_jsonb(old) - 'sealed_value' then
    return new;
  end if;
  raise exception '% is only added to', tg_table_name;
end $$;
create trigger keep_history before update or delete on runtime_setting_changes for each row execute function refuse_rewriting();
