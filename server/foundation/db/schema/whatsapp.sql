-- Inbound messages, templates, and media on WhatsApp.

-- What phones send us, and the response that is still to be sent.
create table inbound_messages (
  wamid text primary key,
  user_id uuid,
  destination_id uuid,
  sender text not null,
  kind text not null,
  body jsonb not null,
  received_at timestamptz not null,
  -- STOP or START, which passes earlier messages of its sender that fail
  is_urgent boolean not null default false,
  -- it failed, and is not tried again before then
  retry_at timestamptz,
  answered_at timestamptz,
  response jsonb,
  response_attempts integer not null default 0,
  response_due_at timestamptz check ((response_due_at is null) = (response is null))
);
create index inbound_unanswered on inbound_messages (received_at) where answered_at is null;
create index inbound_by_age on inbound_messages (received_at);
-- texts that were sent to nobody and are kept for an hour
create index inbound_unsent on inbound_messages (answered_at) where body ? 'unsent';
create index inbound_of_sender on inbound_messages (sender, received_at);
create index inbound_responses_due on inbound_messages (response_due_at) where response_due_at is not null;

-- The templates of our WhatsApp account.
create table message_templates (
  id uuid primary key,
  -- announce_one, announce_many, sign_in_code
  purpose text not null,
  name text not null,
  language text not null,
  category text not null,
  -- header, body, footer and buttons as WhatsApp takes them
  components jsonb not null,
  -- draft, pending, approved, rejected, paused, disabled
  state text not null,
  -- WhatsApp's own id once it was submitted
  meta_id text,
  quality text,
  -- why it was rejected or paused, in WhatsApp's words
  reason text,
  paused_until timestamptz,
  -- the first approved one is used
  position integer not null,
  -- since when staff do not want it to be used
  switched_off_at timestamptz,
  -- to the minute
  last_used_at timestamptz,
  -- when it was last compared with WhatsApp's list
  synced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (name, language)
);

-- Files that are uploaded to WhatsApp already, by their content.
create table media_uploads (
  number_id text not null,
  content_hash bytea not null,
  mime_type text not null,
  media_id text not null,
  uploaded_at timestamptz not null,
  primary key (number_id, content_hash, mime_type)
);
