-- Mail that goes out of a person's own mailbox: how each is sent, the answers they wrote, and what they asked to be done to a mail.

create table mailbox_outgoing (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- how its SMTP server is reached; null while nobody knows
  settings jsonb,
  -- what found them, or the person
  source text,
  -- name, signature and further addresses of the person
  sealed bytea,
  updated_at timestamptz not null,
  primary key (user_id, mailbox_id)
);

create table replies (
  user_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  mailbox_id uuid not null,
  -- the phone that it was written on, and what it was written in; null for one from the screen
  destination_id uuid,
  wamid text,
  state text not null check (state in ('asking', 'waiting', 'sending', 'sent', 'failed', 'cancelled', 'unconfirmed')),
  reason text,
  -- what its person has to say yes to first
  cautions text[] not null,
  to_hash bytea not null,
  -- null once what is kept of its mail was erased
  sealed bytea,
  attempts integer not null default 0,
  looks integer not null default 0,
  -- begins to leave: from here on it may have arrived
  left_at timestamptz,
  filing text check (filing in ('waiting', 'done', 'failed')),
  filings integer not null default 0,
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
create index replies_latest on replies (user_id, created_at);

create table reply_files (
  user_id uuid not null,
  reply_id uuid not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, reply_id, n)
);

create table mail_acts (
  user_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  mailbox_id uuid not null,
  kind text not null check (kind in ('mark_read', 'archive', 'move_back')),
  destination_id uuid,
  wamid text,
  state text not null check (state in ('waiting', 'done', 'failed')),
  reason text,
  attempts integer not null default 0,
  due_at timestamptz check ((due_at is not null) = (state = 'waiting')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, wamid, kind)
);
create index mail_acts_due on mail_acts (due_at) where due_at is not null;
create index mail_acts_of_message on mail_acts (user_id, message_id);
