-- The whole mail on the web: its HTML for the days that a link may live, and the links that phones were given.
create table mail_pages (
  user_id uuid not null,
  message_id uuid not null,
  sealed bytea not null,
  kept_until timestamptz not null,
  primary key (user_id, message_id)
);
create index mail_pages_until on mail_pages (kept_until);

-- The token itself is on the phone alone.
create table mail_links (
  token_hash bytea primary key,
  user_id uuid not null,
  message_id uuid not null,
  -- its filter shows less than the whole: it opens for its owner, signed in
  for_owner boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz
);
create index mail_links_of_message on mail_links (user_id, message_id);
create index mail_links_until on mail_links (expires_at);

alter table settings add column links_ask_sign_in boolean not null default false;
