-- Which browsers people are told in, and the one pair of keys that signs for us at their push services.
create table push_subscriptions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  -- a browser is told about one person: whoever turned it on last
  endpoint_hash bytea not null unique,
  -- the endpoint and the browser's keys: whoever has them can write to it
  sealed bytea not null,
  user_agent text,
  created_at timestamptz not null,
  primary key (user_id, id)
);

create table push_keys (
  public_key text primary key,
  sealed_private bytea not null,
  created_at timestamptz not null
);
