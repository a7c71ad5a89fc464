-- Mailboxes that are opened by signing in with their provider (OAuth 2.0).
alter table mailboxes add column sign_in text not null default 'password' check (sign_in in ('password', 'oauth2'));

-- a sign-in that has begun and waits for the browser to come back from the provider
create table mail_sign_ins (
  state_hash bytea primary key,
  user_id uuid not null,
  -- of what the browser that began carries in a cookie: nobody else's may end it
  browser_hash bytea not null,
  provider text not null,
  -- the mailbox that signs in again; null for a new one
  mailbox_id uuid,
  -- nonce, PKCE verifier, and what was chosen for the new mailbox
  sealed bytea not null,
  expires_at timestamptz not null
);
create index mail_sign_ins_by_person on mail_sign_ins (user_id, expires_at);

-- locked by the host that renews the tokens of a mailbox while its provider answers, so that the mailbox itself stays free for its lease
create table mail_grants (
  user_id uuid not null,
  mailbox_id uuid not null,
  primary key (user_id, mailbox_id)
);
