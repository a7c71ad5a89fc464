-- What is still to be said to a phone about a message of it, so that an answer outlives the process that was to give it.

alter table inbound_messages
  add column saying jsonb,
  add column say_tries integer not null default 0,
  add column say_due_at timestamptz check ((say_due_at is null) = (saying is null));
create index inbound_unsaid on inbound_messages (say_due_at) where say_due_at is not null;
