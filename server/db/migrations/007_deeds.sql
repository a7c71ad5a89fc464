-- What filters ask for beside forwarding: what is blacked out on the phone, and what is done to the mail in its own mailbox.

-- decided with the delivery: it holds whatever becomes of the filter
alter table deliveries add column redact jsonb;

create table mail_deeds (
  user_id uuid not null,
  message_id uuid not null,
  mailbox_id uuid not null,
  kind text not null check (kind in ('mark_read', 'flag', 'move')),
  folder text check ((folder is not null) = (kind = 'move')),
  filter_id uuid,
  state text not null check (state in ('waiting', 'done', 'failed')),
  reason text,
  attempts integer not null default 0,
  -- when it is tried next; null once it is final
  due_at timestamptz check ((due_at is not null) = (state = 'waiting')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, message_id, kind)
);
create index mail_deeds_waiting on mail_deeds (user_id, mailbox_id, due_at) where state = 'waiting';
