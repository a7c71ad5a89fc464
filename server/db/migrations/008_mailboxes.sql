-- Mailboxes of several folders, proven complete; what their people chose, and what they were told.

-- how far each watched folder has been read, and what the server's own list said of it
create table mailbox_folders (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- as the server writes it, decoded (RFC 3501 §5.1.3)
  name text not null,
  -- mail that the server dates from here on is ours
  starts_at timestamptz not null,
  uid_validity bigint,
  uid_next bigint,
  -- from this UID on, every one that the server holds is in messages; null until the folder was first read
  first_uid bigint,
  -- when the cursor last passed mail with none missing before it: a server that numbers anew is searched from the day before
  passed_at timestamptz,
  -- the server has it no more, or does not let us in
  is_gone boolean not null default false,
  -- of the last reconciling: what the server held from first_uid on, how many of these are kept, and how many it had to take up
  held integer,
  kept integer,
  taken_up integer not null default 0,
  reconciled_at timestamptz,
  primary key (user_id, mailbox_id, name)
);
insert into mailbox_folders (user_id, mailbox_id, name, starts_at, uid_validity, uid_next, first_uid, passed_at)
  select user_id, id, 'INBOX', created_at, uid_validity, uid_next, uid_next, last_mail_at from mailboxes where kind = 'imap';
alter table mailboxes drop column uid_validity, drop column uid_next;

alter table messages add column folder text;
update messages set folder = 'INBOX' where uid_validity is not null;
create index messages_by_uid on messages (user_id, mailbox_id, folder, uid_validity, uid) where uid is not null;
-- the server lists them and never handed them over: they have no content to be known by
create index messages_unseen on messages (user_id, mailbox_id, folder, uid_validity, uid) where content_hash = '';

-- the same mail met in a second mailbox or folder: the first that was forwarded stands here, and the phones that any of them went to
create table mail_copies (
  user_id uuid not null,
  copy_key bytea not null,
  message_id uuid not null,
  mailbox_id uuid not null,
  folder text,
  at timestamptz not null,
  sent_to uuid[] not null,
  primary key (user_id, copy_key)
);
create index mail_copies_by_age on mail_copies (at);

alter table mailboxes
  -- in the provider table, where it is known
  add column provider text,
  -- what happens to mail that came while it was away
  add column backlog text not null default 'forward' check (backlog in ('forward', 'digest', 'urgent', 'note')),
  -- forward a mail that came in another mailbox already
  add column forwards_copies boolean not null default false,
  -- the last long absence: nothing was heard from `away_since` until it was taken up again
  add column away_since timestamptz,
  add column back_at timestamptz,
  -- mail of that absence that came since, how much of it matched, and the hour of the last; zero again once its person was told
  add column backlog_came integer not null default 0,
  add column backlog_matched integer not null default 0,
  add column backlog_at timestamptz,
  -- the second path (STATUS on a connection of its own) agreed with the watch
  add column second_path_at timestamptz,
  -- the last 48 half hours, a bit each, and which one the lowest bit is
  add column pulse bigint not null default 0,
  add column pulse_half bigint,
  add column down_since timestamptz,
  add column down_told_at timestamptz;

-- disconnected, and all that was kept of its mail is being erased
create table mailbox_erasures (
  user_id uuid not null,
  mailbox_id uuid not null,
  at timestamptz not null,
  primary key (user_id, mailbox_id)
);

-- the log of a mailbox's connection, as its person reads it
create table mailbox_events (
  user_id uuid not null,
  mailbox_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  detail jsonb not null default '{}',
  primary key (user_id, mailbox_id, id)
);
