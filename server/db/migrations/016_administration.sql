-- Administration of people by keys of the service: who was invited, who was deleted softly, and which keys there are.

alter table users
  add column role text not null default 'authenticated' check (length(role) between 1 and 100),
  add column invited_at timestamptz,
  add column deleted_at timestamptz;
create index users_by_age on users (created_at);

-- The key itself is a signed token that is shown once; what stands here can take it back.
create table service_keys (
  id uuid primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
