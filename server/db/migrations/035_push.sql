-- Which browsers people are told in, and the one pair of keys that signs for us at their push services.
create table push_subscriptions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  endpoint_hash bytea not null,
  -- the endpoint and the browser's keys: whoever has them can write to it
  sealed bytea not null,
  user_agent text,
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, endpoint_hash)
);
create index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);

create table push_keys (
  public_key text primary key,
  sealed_private bytea not null,
  created_at timestamptz not null
);
