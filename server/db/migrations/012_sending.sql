-- What one WhatsApp message of ours carries, when it may go, and what the messenger's templates are.

-- mail: one mail. announcement: an approved template that names what waits while the window is closed.
-- digest: several mails in one. shown: a mail once more and whole, because its person asked for it.
alter table deliveries add column kind text not null default 'mail' check (kind in ('mail', 'announcement', 'digest', 'shown'));
-- null of an announcement and of a digest
alter table deliveries alter column message_id drop not null;
-- null of all but mail: they take nothing of the allowance
alter table deliveries alter column usage_month drop not null;
alter table deliveries drop constraint deliveries_user_id_message_id_destination_id_key;
create unique index deliveries_once on deliveries (user_id, message_id, destination_id) where kind = 'mail';
-- the announcement that named it last, and the digest that carries it
alter table deliveries add column announced_by uuid;
alter table deliveries add column digest_id uuid;
create index deliveries_of_digest on deliveries (user_id, digest_id) where digest_id is not null;
create index deliveries_announced on deliveries (user_id, announced_by) where announced_by is not null;
create index deliveries_shown on deliveries (user_id, message_id) where kind = 'shown';
-- before all that is not urgent of its lane
alter table deliveries add column urgent boolean not null default false;
-- what no ordinary mail of its lane holds up, the next that waits for its hour, and a phone's announcements
create index deliveries_ahead on deliveries (user_id, destination_id, seq)
  where (urgent or kind <> 'mail') and state in ('held', 'queued', 'sending', 'unknown');
create index deliveries_announcements on deliveries (user_id, destination_id, created_at) where kind = 'announcement';
-- not before this hour, and why (quiet, digest, folded); with folds it goes into a digest then
alter table deliveries add column wait_until timestamptz;
create index deliveries_next_wait on deliveries (user_id, destination_id, wait_until) where state = 'held' and wait_until is not null;
-- when the echo's time is over of those in doubt
create index deliveries_in_doubt on deliveries (user_id, destination_id, due_at) where state = 'unknown';
alter table deliveries add column folds boolean not null default false;
-- how much of the mail may be seen on the phone, where its filter says so
alter table deliveries add column show text check (show in ('headers', 'summary', 'full'));
-- since when the messenger has had it for longer than it should, and its owner could read so
alter table deliveries add column overdue_at timestamptz;
-- what must not happen and did: delivered_and_failed
alter table deliveries add column incident text;
-- the messages, one a try, that the messenger called arrived (only from the second try on), and why it called others failed
alter table deliveries add column arrived_wamids text[];
alter table deliveries add column failures jsonb;
-- where the mail went because its phone did not get it; nowhere: there was no other way
alter table deliveries add column fell_back text check (fell_back in ('destination', 'mail', 'nowhere'));
create index deliveries_failed on deliveries (updated_at) where state = 'failed' and fell_back is null;

-- nothing leaves for this phone before: its person asked for a rest
alter table destinations add column paused_until timestamptz;
-- where mail goes that this phone does not get: {"kind": "destination", "id": …} or {"kind": "mail"}
alter table destinations add column fallback jsonb;
-- since when nothing reaches it; told: its owner has had the letter
alter table destinations add column unreachable_since timestamptz;
create index destinations_unreachable on destinations (unreachable_since) where state = 'unreachable';
alter table destinations add column told_at timestamptz;

-- the person's own quiet hours and the hour of daily digests, for filters that say nothing else
alter table settings add column quiet jsonb;
alter table settings add column digest_at text;

-- how fast this number may send: a bucket shared by all hosts, and the pace that the messenger has last borne
alter table messenger_numbers add column tokens double precision;
alter table messenger_numbers add column refilled_at timestamptz;
alter table messenger_numbers add column per_second double precision;

-- when it left us; null while it is only made, so that a sender that dies then leaves no doubt
alter table attempts add column left_at timestamptz;

create table message_templates (
  id uuid primary key,
  -- what it is for: announce_one, announce_many
  purpose text not null,
  name text not null,
  language text not null,
  category text not null,
  -- header, body, footer and buttons as the messenger takes them
  components jsonb not null,
  -- draft, pending, approved, rejected, paused, disabled
  state text not null,
  -- the messenger's own id once it was submitted
  meta_id text,
  quality text,
  -- why it was rejected or paused, in the messenger's words
  reason text,
  paused_until timestamptz,
  -- of several approved ones the first is used
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (name, language)
);

-- files that the messenger has already, by their content, for the days that it keeps them
create table media_uploads (
  number_id text not null,
  content_hash bytea not null,
  mime_type text not null,
  media_id text not null,
  uploaded_at timestamptz not null,
  primary key (number_id, content_hash, mime_type)
);
