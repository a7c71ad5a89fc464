-- What a phone may do beyond receiving, who is on call when, and mails that go from phone to phone until somebody has them.

-- read, act or reply: set by its owner alone
alter table destinations add column rights text not null default 'read' check (rights in ('read', 'act', 'reply'));
-- Whose phone it seems to be, as with those that are linked from now on.
update destinations d set rights = 'reply' from users u
where u.id = d.user_id and d.state <> 'pending' and case
  when u.phone_confirmed_at is not null then d.wa_id = u.phone
  else d.id = (select id from destinations o where o.user_id = d.user_id and o.consent is not null order by o.created_at, o.id limit 1)
end;

-- who is on call when: phones with their hours of the week, in their order
create table rotas (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  shifts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
-- a mail that goes from phone to phone until somebody has it; a step is a phone, when it was asked, and how that ended
create table escalations (
  user_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  filter_id uuid not null,
  state text not null check (state in ('open', 'taken', 'unanswered', 'erased')),
  after_minutes integer not null,
  then_mail boolean not null,
  steps jsonb not null,
  -- grows with every change: who has read an older one writes nothing
  version integer not null default 0,
  -- when it is looked at though nothing is heard; null once it is over
  next_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, id)
);
create index escalations_due on escalations (next_at) where next_at is not null;
create index escalations_of_message on escalations (user_id, message_id);
alter table deliveries add column escalation_id uuid;
-- when its person said on the phone that they have it
alter table deliveries add column acknowledged_at timestamptz;
