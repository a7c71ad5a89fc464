-- Passkeys and security keys as a second proof (WebAuthn).

create table passkeys (
  -- A factor is one key: the proof that verifies the factor registers it.
  factor_id uuid primary key references factors on delete cascade,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- of its signatures, as the key counts them; 0 for ever where it does not count
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null
);
create index passkeys_of_user on passkeys (user_id);

alter table challenges add column passkey_challenge bytea;
