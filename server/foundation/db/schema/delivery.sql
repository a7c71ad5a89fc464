-- Phones and what is sent to them: deliveries, their attempts, and the lanes that pace them.

-- The phones of a user: people on WhatsApp who agreed to receive.
create table destinations (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  wa_id text,
  wa_user_id text,
  state text not null check (state in ('pending', 'linked', 'stopped', 'unreachable')),
  consent jsonb,
  -- only the owner sets it
  rights text not null default 'read' check (rights in ('read', 'act', 'reply')),
  last_inbound_at timestamptz,
  -- nothing is sent to this phone before then
  paused_until timestamptz,
  -- nor before then, because its user is suspended; the user cannot shorten it
  suspended_until timestamptz,
  -- since when nothing reaches it, and when its owner was notified
  unreachable_since timestamptz,
  unreachable_notified_at timestamptz,
  -- where messages go that this phone does not get: {"kind": "destination", "id": …} or {"kind": "mail"}
  fallback jsonb,
  created_at timestamptz not null,
  created_xid xid8,
  changed_xid xid8,
  primary key (user_id, id)
);
create index destinations_by_wa_id on destinations (wa_id);
create index destinations_by_wa_user_id on destinations (wa_user_id);
-- when they were linked, as ISO 8601
create index destinations_linked on destinations ((consent ->> 'at')) where consent is not null;
create index destinations_unreachable on destinations (unreachable_since) where state = 'unreachable';
create trigger destinations_stamp before insert or update on destinations for each row execute function stamp_transaction();

-- A phone is linked when it sends us such a code.
create table link_codes (
  code_hash bytea primary key,
  user_id uuid not null,
  destination_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- The ordered, paced queue of each phone: its tokens, when it is due, and which host has claimed it.
create table lanes (
  user_id uuid not null,
  destination_id uuid not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  -- when the next delivery is due; null while none waits
  next_at timestamptz,
  blocked_until timestamptz,
  claimed_by text,
  claimed_until timestamptz,
  -- the trouble of WhatsApp that its user was emailed about, by its beginning
  trouble_notified_since timestamptz,
  primary key (user_id, destination_id)
);
create index lanes_due on lanes (next_at) where next_at is not null;

-- One message of ours to one phone.
create table deliveries (
  user_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity,
  -- mail: one message. announcement: a template that names what waits while the service window is closed. digest: several messages
  -- in one. shown: a message once more, because somebody asked for it. attachment: one file of a message, right after it.
  kind text not null default 'mail' check (kind in ('mail', 'announcement', 'digest', 'shown', 'attachment')),
  -- null for announcements and digests
  message_id uuid,
  filter_id uuid,
  destination_id uuid not null,
  escalation_id uuid,
  state text not null check (state in
    ('held', 'queued', 'sending', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'failed', 'cancelled', 'expired')),
  reason text,
  -- goes before everything in its lane that is not urgent
  urgent boolean not null default false,
  due_at timestamptz,
  -- not before this time (the reason says why: quiet, digest, folded, allowance_used, payment_failed); with for_digest it goes into a
  -- digest then
  wait_until timestamptz,
  for_digest boolean not null default false,
  -- without allowance: when it would have gone with it
  planned jsonb,
  attempts integer not null default 0,
  wamid text,
  -- the month that reserved it; null if it does not count: without allowance, and for every kind but mail
  usage_month text,
  -- copied from the filter, so that a later change of the filter does not matter
  redact jsonb,
  -- how much of the message the phone may show, where the filter says so
  show text check (show in ('headers', 'summary', 'full')),
  -- kind mail: the numbers of the files that follow it; null: the filter sends none
  files integer[],
  -- kind mail: the number of the one file that it is sent with, the text being its caption
  carries integer,
  -- kind attachment: the number of the file
  part integer,
  -- WhatsApp refused the file: it is sent as a link
  as_link boolean not null default false,
  -- kind shown: sent again as it was the first time, not in full
  is_repeat boolean not null default false,
  -- the announcement that named it last, and the digest that contains it
  announced_by uuid,
  digest_id uuid,
  -- the WhatsApp messages, one per attempt, that were reported as arrived (only from the second attempt on), and why others failed
  arrived_wamids text[],
  failures jsonb,
  -- a report that should not be possible: delivered_and_failed
  incident text,
  -- since when WhatsApp has taken longer than it should
  overdue_at timestamptz,
  -- where the message went because this phone did not get it; nowhere: there was no fallback
  fell_back_to text check (fell_back_to in ('destination', 'mail', 'nowhere')),
  created_at timestamptz not null,
  -- when the owner last sent it again: earlier attempts do not count
  resent_at timestamptz,
  accepted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- when somebody on call took it
  acknowledged_at timestamptz,
  updated_at timestamptz not null,
  created_xid xid8,
  changed_xid xid8,
  primary key (user_id, id)
);
create index deliveries_waiting on deliveries (user_id, destination_id, seq)
  where state in ('held', 'queued', 'sending', 'unknown');
create index deliveries_by_wamid on deliveries (wamid) where wamid is not null;
create index deliveries_unconfirmed on deliveries (accepted_at) where state in ('accepted', 'sent');
create unique index deliveries_once on deliveries (user_id, message_id, destination_id) where kind = 'mail';
create index deliveries_of_digest on deliveries (user_id, digest_id) where digest_id is not null;
create index deliveries_announced on deliveries (user_id, announced_by) where announced_by is not null;
create index deliveries_without_template on deliveries (created_at) where state = 'held' and kind = 'mail' and reason = 'no_template';
-- what went to a phone, for the lists of a user
create index deliveries_to_phone on deliveries (user_id, destination_id, message_id) where kind = 'mail';
-- what has not arrived, for the lists of a user
create index deliveries_not_arrived on deliveries (user_id, state, message_id)
  where kind in ('mail', 'attachment')
    and state in ('held', 'queued', 'sending', 'unknown', 'accepted', 'sent', 'failed', 'expired', 'cancelled');
-- those that were sent more than once
create index deliveries_repeated on deliveries (user_id, destination_id) where arrived_wamids is not null;
create index deliveries_shown on deliveries (user_id, message_id) where kind = 'shown';
-- what goes before ordinary messages of its lane
create index deliveries_ahead on deliveries (user_id, destination_id, seq)
  where (urgent or kind <> 'mail') and state in ('held', 'queued', 'sending', 'unknown');
create index deliveries_announcements on deliveries (user_id, destination_id, created_at) where kind = 'announcement';
create index deliveries_next_wait on deliveries (user_id, destination_id, wait_until) where state = 'held' and wait_until is not null;
-- what waits for its owner's daily digest because there is no allowance
create index deliveries_without_allowance on deliveries (user_id, seq)
  where state = 'held' and reason in ('allowance_used', 'payment_failed');
-- when an unknown outcome stops waiting for its webhook
create index deliveries_unknown on deliveries (user_id, destination_id, due_at) where state = 'unknown';
-- what waits for WhatsApp to work again
create index deliveries_in_trouble on deliveries (due_at) where state = 'queued' and reason = 'temporary';
create index deliveries_failed on deliveries (updated_at) where state = 'failed' and fell_back_to is null;
create index deliveries_changed on deliveries (user_id, changed_xid) where changed_xid is not null;
-- a file is sent to a phone once
create unique index deliveries_part_once on deliveries (user_id, message_id, destination_id, part) where kind = 'attachment';
create index deliveries_refused on deliveries (updated_at) where state = 'failed' and reason = 'unsupported' and not as_link;
create index deliveries_missed on deliveries (user_id, updated_at)
  where state in ('failed', 'expired') and kind = 'mail';
-- for the console: how many wait in each state, how many arrived in a minute, and what failed, by reason
create index deliveries_by_state on deliveries (state, created_at, id) where state in ('held', 'queued', 'sending', 'unknown');
create index deliveries_by_arrival on deliveries (delivered_at) where delivered_at is not null;
create index deliveries_missed_by_age on deliveries (failed_at, id) include (reason) where state in ('failed', 'expired');
create index deliveries_missed_by_reason on deliveries (reason, failed_at, id) where state in ('failed', 'expired');
-- of all users, for rollups: tiny, since rows are stored about in this order
create index deliveries_times on deliveries using brin (created_at timestamptz_minmax_multi_ops, accepted_at timestamptz_minmax_multi_ops,
  delivered_at timestamptz_minmax_multi_ops, read_at timestamptz_minmax_multi_ops, failed_at timestamptz_minmax_multi_ops,
  updated_at timestamptz_minmax_multi_ops) with (pages_per_range = 32);
create trigger deliveries_stamp before insert or update on deliveries for each row execute function stamp_transaction();

-- One try to send a delivery.
create table attempts (
  user_id uuid not null,
  delivery_id uuid not null,
  n integer not null,
  started_at timestamptz not null,
  -- when the request was made; null before, so that a sender that dies then leaves no doubt
  dispatched_at timestamptz,
  ended_at timestamptz,
  outcome text,
  reason text,
  wamid text,
  -- what WhatsApp reports that it cost, and whether it is billed; null until then
  price_category text,
  is_billed boolean,
  primary key (user_id, delivery_id, n)
);
create index attempts_dispatched on attempts using brin (dispatched_at timestamptz_minmax_multi_ops) with (pages_per_range = 32);

-- Our WhatsApp numbers. All hosts share the token bucket of a number.
create table messenger_numbers (
  number_id text primary key,
  paused_until timestamptz,
  pause_reason text,
  tokens double precision,
  refilled_at timestamptz,
  -- the pace that WhatsApp last accepted
  per_second double precision,
  -- when the state of our account was last reported, by WhatsApp or by the operator: older reports are ignored
  state_reported_at timestamptz,
  -- when WhatsApp refused to send without a template; null while it does not
  direct_send_lost_at timestamptz,
  -- since when every attempt fails because of WhatsApp, some of the phones it was seen with, and the pauses since; null while it works
  trouble_since timestamptz,
  trouble_phones uuid[] not null default '{}',
  trouble_pauses integer not null default 0,
  -- when trouble that people could see last ended
  trouble_ended_at timestamptz,
  updated_at timestamptz not null
);

-- A pause of all phones of a user. Each phone pauses by its own paused_until.
create table pauses (
  user_id uuid primary key,
  until timestamptz not null,
  -- by phone id: the end of the pause that the phone already had, where that is no later than this one
  phone_ends jsonb not null default '{}',
  set_at timestamptz not null
);

-- Who is on call when: phones in order, with their hours of the week.
create table rotas (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  shifts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);

-- A message that goes from phone to phone until somebody takes it. A step is a phone, when it was asked, and the outcome.
create table escalations (
  user_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  filter_id uuid not null,
  state text not null check (state in ('open', 'taken', 'unanswered', 'erased')),
  after_minutes integer not null,
  then_email boolean not null,
  steps jsonb not null,
  -- grows with every change (optimistic locking)
  version integer not null default 0,
  -- when the next step is due; null once it is over
  next_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, id)
);
create index escalations_due on escalations (next_at) where next_at is not null;
create index escalations_of_message on escalations (user_id, message_id);

-- What somebody asked for on a phone about a message.
create table phone_commands (
  user_id uuid not null,
  id uuid not null,
  destination_id uuid not null,
  message_id uuid not null,
  -- the delivery that it is about, and the inbound message that asked
  delivery_id uuid not null,
  wamid text not null,
  command text not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'refused')),
  reason text,
  -- the mailbox action that it waits for
  action_id uuid,
  -- command snooze: when the message comes again
  until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state = 'waiting')),
  primary key (user_id, id),
  unique (user_id, wamid)
);
create index phone_commands_of_message on phone_commands (user_id, message_id);
-- those that wait for their mailbox action
create index phone_commands_waiting on phone_commands (id) where state = 'waiting' and action_id is not null;
