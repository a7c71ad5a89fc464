-- What people ask about a mail on their phones, and a mail that goes to a phone once more as it went before.

create table phone_commands (
  user_id uuid not null,
  id uuid not null,
  destination_id uuid not null,
  message_id uuid not null,
  -- the delivery that it was asked about, and the message of the phone that asked
  delivery_id uuid not null,
  wamid text not null,
  command text not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'refused')),
  reason text,
  -- what is asked of the mailbox (mail_acts)
  act_id uuid,
  -- of a mail that was put off: when it comes again
  until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state = 'waiting')),
  primary key (user_id, id),
  unique (user_id, wamid)
);
create index phone_commands_of_message on phone_commands (user_id, message_id);
-- those that wait for their mailbox
create index phone_commands_acting on phone_commands (id) where state = 'waiting' and act_id is not null;

-- of a mail that is shown again: as it came, and not whole
alter table deliveries add column as_before boolean not null default false;
