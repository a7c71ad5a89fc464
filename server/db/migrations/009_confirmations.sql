-- A provider asks whether it may forward somebody's mail to an address of ours: shown until its person has seen to it.
create table mailbox_confirmations (
  user_id uuid not null,
  mailbox_id uuid not null,
  -- whose mail, the code and the link
  sealed bytea not null,
  at timestamptz not null,
  primary key (user_id, mailbox_id)
);
create index mailbox_confirmations_by_age on mailbox_confirmations (at);
