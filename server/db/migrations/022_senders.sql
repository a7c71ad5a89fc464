-- who writes to a mailbox, how often, and by which name: sealed, two hundred of each at most
create table mailbox_senders (
  user_id uuid not null,
  mailbox_id uuid not null,
  sealed bytea not null,
  at timestamptz not null,
  primary key (user_id, mailbox_id)
);
