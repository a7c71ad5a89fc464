-- Keys of users and of the server, outgoing system emails, and answers to repeated requests.

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

-- The pairs that sign access tokens; the newest signs, the others still verify.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_at timestamptz not null
);

-- The one key pair that identifies us to push services (VAPID).
create table push_keys (
  public_key text primary key,
  sealed_private bytea not null,
  created_at timestamptz not null
);

-- System emails, until the relay has accepted them.
create table outbox (
  id uuid primary key,
  sealed_email bytea not null,
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null
);
create index outbox_due on outbox (due_at) where due_at is not null;

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
