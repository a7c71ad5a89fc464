-- Mailboxes, the messages that arrived in them, actions in them, and replies sent from them.

-- Where email is received: by IMAP, or at an address of ours.
create table mailboxes (
  user_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('imap', 'address')),
  address text not null,
  -- a key of the provider table, where the provider is known
  provider text,
  sign_in text not null default 'password' check (sign_in in ('password', 'oauth2')),
  -- whether its user let us send, where the provider asks about that separately; null where nobody was asked
  may_send boolean,
  -- when its user was asked by email to allow it
  asked_to_send_at timestamptz,
  settings jsonb not null default '{}',
  secret bytea,
  state text not null check (state in ('connecting', 'live', 'waiting', 'needs_you', 'paused')),
  reason text,
  last_alive_at timestamptz,
  last_mail_at timestamptz,
  -- when a second connection (STATUS) last agreed with the watching one
  cross_checked_at timestamptz,
  lease_host text,
  lease_token bigint not null default 0,
  lease_until timestamptz,
  down_since timestamptz,
  down_notified_at timestamptz,
  -- when its server last refused the sign-in; null once it is live again
  refused_at timestamptz,
  -- for one that needs its user: when it is tried again, and how often it was since it was last live
  retry_at timestamptz,
  retries smallint not null default 0,
  -- liveness of the last 48 half hours, a bit each, and which half hour the lowest bit is
  pulse bigint not null default 0,
  pulse_half bigint,
  -- what to do with messages that arrived during an outage
  backlog text not null default 'forward' check (backlog in ('forward', 'digest', 'urgent', 'note')),
  -- the last long outage
  away_since timestamptz,
  back_at timestamptz,
  -- messages of that outage: how many arrived, how many matched, and when the last did; zero again once the user was notified
  backlog_arrived integer not null default 0,
  backlog_matched integer not null default 0,
  backlog_at timestamptz,
  -- not watched before then, because its user is suspended
  suspended_until timestamptz,
  -- forward messages that already came in another mailbox
  forwards_copies boolean not null default false,
  created_at timestamptz not null,
  created_xid xid8,
  changed_xid xid8,
  primary key (user_id, id)
);
create index mailboxes_by_age on mailboxes (created_at);
create index mailboxes_to_lease on mailboxes (lease_until) where kind = 'imap';
create index mailboxes_of_host on mailboxes (lease_host) include (lease_token) where lease_host is not null;
-- for the console: those that do not receive, and those that no host watches
create index mailboxes_down on mailboxes ((coalesce(down_since, created_at)), id) where state in ('waiting', 'needs_you');
create index mailboxes_down_by_reason on mailboxes (state, reason, (coalesce(down_since, created_at)), id)
  where state in ('waiting', 'needs_you');
create index mailboxes_unwatched on mailboxes (created_at)
  where kind = 'imap' and lease_host is null and state in ('connecting', 'live', 'waiting');
-- whose users were not asked yet whether we may send
create index mailboxes_unasked on mailboxes (user_id, id)
  where sign_in = 'oauth2' and provider in ('outlook-com', 'microsoft-365') and may_send is not true and asked_to_send_at is null;
-- for judging whether a provider is in trouble
create index mailboxes_by_server on mailboxes ((lower(settings ->> 'host'))) where kind = 'imap';
create index mailboxes_refused on mailboxes ((lower(settings ->> 'host')), refused_at) where refused_at is not null;
-- Only changes that the user sees count.
create trigger mailboxes_stamp_insert before insert on mailboxes for each row execute function stamp_transaction();
create trigger mailboxes_stamp_update before update on mailboxes for each row
  when ((old.address, old.state, old.reason, old.last_mail_at) is distinct from (new.address, new.state, new.reason, new.last_mail_at))
  execute function stamp_transaction();

-- Which mailbox receives for an address of ours.
create table mailbox_addresses (
  address text primary key,
  user_id uuid not null,
  mailbox_id uuid not null
);

-- How far each watched folder has been read, and how it compares with the server's list.
create table folder_syncs (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- as the server writes it, decoded (RFC 3501 §5.1.3)
  name text not null,
  -- messages that the server dates from here on are forwarded
  starts_at timestamptz not null,
  uid_validity bigint,
  uid_next bigint,
  -- from this UID on, every message on the server is stored; null until the folder was first read
  first_uid bigint,
  -- when the cursor last passed a message with none missing before it: under a new UIDVALIDITY the server is searched from the day before
  synced_at timestamptz,
  -- the server no longer has it, or denies access
  is_gone boolean not null default false,
  -- of the last reconciliation: how many the server has from first_uid on, how many of these are stored, and how many were recovered so far
  on_server integer,
  stored integer,
  recovered integer not null default 0,
  reconciled_at timestamptz,
  primary key (user_id, mailbox_id, name)
);

-- The log of a mailbox's connection, as the user reads it.
create table mailbox_events (
  user_id uuid not null,
  mailbox_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  detail jsonb not null default '{}',
  primary key (user_id, mailbox_id, id)
);
create index mailbox_events_by_age on mailbox_events (at);

-- A provider asks whether it may forward email to an address of ours: shown until the user has answered it.
create table mailbox_confirmations (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- whose email, the code and the link
  sealed bytea not null,
  at timestamptz not null,
  primary key (user_id, mailbox_id)
);
create index mailbox_confirmations_by_age on mailbox_confirmations (at);

-- Who writes to a mailbox, how often, and under which name: sealed, at most two hundred of each.
create table mailbox_senders (
  user_id uuid not null,
  mailbox_id uuid not null,
  sealed bytea not null,
  at timestamptz not null,
  primary key (user_id, mailbox_id)
);

-- Mailboxes that were disconnected, and whose messages are being erased.
create table mailbox_erasures (
  user_id uuid not null,
  mailbox_id uuid not null,
  at timestamptz not null,
  primary key (user_id, mailbox_id)
);

-- Users whose retention changed, and whose messages are given new dates of erasure.
create table retention_changes (
  user_id uuid primary key,
  at timestamptz not null
);

-- The hosts that watch mailboxes: one sign of life for all that a host holds, so that ten thousand leases cost one row.
create table mailbox_hosts (
  host text primary key,
  -- after this, by the clock of PostgreSQL, other hosts may take over its mailboxes
  until timestamptz not null,
  -- the most that it watches; null: its share of all
  mailbox_limit integer
);

-- Providers that refuse many of their mailboxes at once: these wait until it is over, and nobody is asked to sign in again.
create table mail_provider_troubles (
  -- the host name of the mail server, in lower case
  server text primary key,
  since timestamptz not null
);

-- Sign-ins to a mailbox's provider (OAuth 2.0) that wait for the browser to come back.
create table mailbox_sign_ins (
  state_hash bytea primary key,
  user_id uuid not null,
  -- of a cookie: only the browser that began may finish
  browser_hash bytea not null,
  provider text not null,
  -- the mailbox that signs in again; null for a new one
  mailbox_id uuid,
  -- nonce, PKCE verifier, and what was chosen for the new mailbox
  sealed bytea not null,
  expires_at timestamptz not null
);
create index mailbox_sign_ins_by_user on mailbox_sign_ins (user_id, expires_at);

-- Which host renews the tokens of a mailbox: a lease apart from the mailbox's own, so that neither waits for the provider.
create table mailbox_token_locks (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- by PostgreSQL's clock; null while nobody renews them
  renewing_until timestamptz,
  -- counts leases and new grants: what a host brings under an older number is dropped
  renewal bigint not null default 0,
  -- when they are renewed ahead of time; null after the provider has ended the access
  renew_at timestamptz,
  primary key (user_id, mailbox_id)
);
create index mailbox_token_locks_due on mailbox_token_locks (renew_at) where renew_at is not null;

-- Received emails. The row stays when the content is erased, so that no email is stored twice.
create table messages (
  user_id uuid not null,
  id uuid not null,
  mailbox_id uuid not null,
  source_key text not null,
  content_hash bytea not null,
  folder text,
  uid_validity bigint,
  uid bigint,
  size_bytes integer not null,
  -- when we read it
  arrived_at timestamptz not null,
  -- when its mail server received it: lists and sums go by it, and so does the time in `id`
  dated_at timestamptz not null,
  -- null where senders were not counted yet
  first_time_sender boolean,
  head bytea,
  view bytea,
  -- when the content is due to be erased: by the user's retention, or when that was last checked and something still needed it;
  -- -infinity where nobody knows, so that the next sweep looks
  erase_at timestamptz not null default '-infinity',
  erased_at timestamptz,
  created_xid xid8,
  changed_xid xid8,
  primary key (user_id, id),
  unique (user_id, mailbox_id, source_key)
);
-- A mailbox has one user. Without knowing it, PostgreSQL expects next to no messages of a mailbox, and may choose a worse index.
create statistics messages_of_mailbox (dependencies) on user_id, mailbox_id from messages;
create index messages_by_content on messages (user_id, content_hash);
create index messages_by_date on messages (user_id, dated_at);
create index messages_by_age on messages (arrived_at);
create index messages_to_erase on messages (erase_at) where erased_at is null;
-- those that still have content, for trials and searches
create index messages_stored on messages (user_id, dated_at, id) where erased_at is null;
create index messages_by_uid on messages (user_id, mailbox_id, folder, uid_validity, uid) where uid is not null;
-- the server lists them but never returned them
create index messages_without_content on messages (user_id, mailbox_id, folder, uid_validity, uid) where content_hash = '';
-- of these alone, rows are deleted: when the content comes after all
create index messages_unreturned on messages (user_id, dated_at) where content_hash = '' and uid is not null;
create index messages_changed on messages (user_id, changed_xid) where changed_xid is not null;
-- Only changes that the user sees count.
create trigger messages_stamp before insert or update of erased_at on messages for each row execute function stamp_transaction();

-- How many messages that are dated in an hour have which state, so that sums need not read them. Only valid together with the progress
-- below: docs/decisions/message-counts.md.
create table message_counts (
  user_id uuid not null,
  hour timestamptz not null,
  mailbox_id uuid not null,
  forwarded integer not null,
  under_way integer not null,
  held integer not null,
  failed integer not null,
  -- of the failed: those that were sent by email instead
  by_email integer not null,
  not_matched integer not null,
  suppressed integer not null,
  primary key (user_id, hour, mailbox_id)
);

-- Up to which hour a user's messages were counted.
create table message_count_progress (
  user_id uuid primary key,
  counted_until timestamptz not null,
  -- what this transaction and later ones changed is not counted yet; null where nothing is: after a backup was restored
  counted_xid xid8
);

-- Emails that may come again in a second mailbox or folder: the first that was forwarded, and the phones that any copy went to.
create table message_copies (
  user_id uuid not null,
  copy_key bytea not null,
  message_id uuid not null,
  mailbox_id uuid not null,
  folder text,
  at timestamptz not null,
  sent_to uuid[] not null,
  primary key (user_id, copy_key)
);
create index message_copies_by_age on message_copies (at);

-- The HTML of a message for its web view, as long as a link to it may be valid.
create table web_views (
  user_id uuid not null,
  message_id uuid not null,
  sealed bytea not null,
  kept_until timestamptz not null,
  primary key (user_id, message_id)
);
create index web_views_until on web_views (kept_until);

-- Links to web views on phones. Only the phone has the token itself.
create table web_view_links (
  token_hash bytea primary key,
  user_id uuid not null,
  message_id uuid not null,
  -- the delivery that contains the link
  delivery_id uuid,
  -- the filter hides something: only the owner may open it, signed in
  for_owner boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz
);
create index web_view_links_of_message on web_view_links (user_id, message_id);
create index web_view_links_until on web_view_links (expires_at);

-- What filters and people want done to a message in its own mailbox.
create table mailbox_actions (
  user_id uuid not null,
  id uuid not null,
  source text not null check (source in ('filter', 'person')),
  message_id uuid not null,
  mailbox_id uuid not null,
  kind text not null check (kind in ('mark_read', 'flag', 'move', 'archive', 'move_back')),
  folder text check ((folder is not null) = (kind = 'move')),
  filter_id uuid check (filter_id is null or source = 'filter'),
  -- the phone that asked, and the id of what it wrote; null for the screen
  destination_id uuid,
  wamid text,
  state text not null check (state in ('waiting', 'done', 'failed')),
  reason text,
  attempts integer not null default 0,
  -- when it is tried next; null once it is final
  due_at timestamptz check ((due_at is not null) = (state = 'waiting')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, wamid, kind)
);
create unique index mailbox_actions_of_filters on mailbox_actions (user_id, message_id, kind) where source = 'filter';
create index mailbox_actions_of_message on mailbox_actions (user_id, message_id);
create index mailbox_actions_waiting on mailbox_actions (user_id, mailbox_id, due_at) where state = 'waiting';
create index mailbox_actions_due on mailbox_actions (due_at) where source = 'person' and due_at is not null;

-- How replies are sent from a mailbox.
create table mailbox_outgoing (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- its SMTP server; null while unknown
  settings jsonb,
  -- what found these settings, or the user
  source text,
  -- name, signature and further addresses of the user
  sealed bytea,
  updated_at timestamptz not null,
  primary key (user_id, mailbox_id)
);

-- Replies, until they are sent and filed.
create table replies (
  user_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  mailbox_id uuid not null,
  -- the phone and the inbound message that it was written in; null for one from the screen
  destination_id uuid,
  wamid text,
  state text not null check (state in ('asking', 'waiting', 'sending', 'sent', 'failed', 'cancelled', 'unconfirmed')),
  reason text,
  -- what the user must confirm first
  cautions text[] not null,
  to_hash bytea not null,
  -- null once the content of its message was erased
  sealed bytea,
  attempts integer not null default 0,
  -- how often the Sent folder was searched for one that may have arrived
  sent_checks integer not null default 0,
  -- when sending began: from then on it may have arrived
  dispatched_at timestamptz,
  -- into the Sent folder
  filing text check (filing in ('waiting', 'done', 'failed')),
  filing_attempts integer not null default 0,
  -- when it is worked on next; null when nothing is left to do
  due_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, wamid)
);
create index replies_due on replies (due_at) where due_at is not null;
create index replies_of_message on replies (user_id, message_id);
-- whether somebody was written to before
create index replies_by_recipient on replies (user_id, to_hash);
create index replies_latest on replies (user_id, created_at);

-- The attachments of replies.
create table reply_files (
  user_id uuid not null,
  reply_id uuid not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, reply_id, n)
);
