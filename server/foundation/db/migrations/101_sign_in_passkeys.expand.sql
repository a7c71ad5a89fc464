set lock_timeout = '2s';

-- Passkeys that sign in by themselves. Those of second factors are in passkeys.
create table sign_in_passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- the key's own count of its signatures; always 0 where it does not count
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index sign_in_passkeys_of_user on sign_in_passkeys (user_id);

-- Challenges that a right answer has used up. Unused ones are kept nowhere: they can be derived from their id.
create table used_passkey_challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null
);
create index used_passkey_challenges_of_user on used_passkey_challenges (user_id);
