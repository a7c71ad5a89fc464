-- Signing in by phone, codes that travel by message, and the phone as a second proof.

alter table users
  -- digits as the wire keeps them: E.164 without its plus
  add column phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  add column phone_confirmed_at timestamptz,
  add column new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  add column phone_change_sent_at timestamptz;
create unique index users_by_phone on users (phone) where phone is not null;
create index users_by_new_phone on users (new_phone) where new_phone is not null;

-- One code of a kind a person: a newer message makes the older one worthless.
create table phone_codes (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('sms', 'phone_change', 'reauthentication')),
  phone text not null,
  code_hash bytea not null,
  -- the password that stands beside an unconfirmed number is of whoever asked for this code
  keeps_password boolean not null,
  attempts integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, kind)
);

-- Each type of factor keeps what is its own: an app its secret, a phone its number.
alter table factors drop constraint factors_factor_type_check;
alter table factors add constraint factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn'));
alter table factors alter column sealed_secret drop not null;
alter table factors add column phone text check (phone ~ '^[1-9][0-9]{1,14}$');
alter table challenges
  add column code_hash bytea,
  add column attempts integer not null default 0;
