-- API keys: digests alone, with what a person knows them again by.

create table api_keys (
  user_id uuid not null,
  id uuid not null,
  key_hash bytea not null unique,
  name text not null,
  prefix text not null,
  scope text not null check (scope in ('read', 'write')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- the hour, no more: it is to show which keys nobody needs
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (user_id, id)
);
