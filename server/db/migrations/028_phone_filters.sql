-- Filters that a person asked for on the phone: shown as a sentence first, and kept at a yes.

create table filter_proposals (
  user_id uuid not null,
  id uuid not null,
  -- the phone that asked, and what it asked with
  destination_id uuid not null,
  wamid text not null,
  wish text not null check (wish in ('always', 'never')),
  state text not null check (state in ('asked', 'kept', 'left', 'undone')),
  -- the condition, which names a sender, and the name; null once it was decided
  sealed bytea check (sealed is null or state = 'asked'),
  -- what a yes changed: the filter that was added, and those that were switched off
  filter_id uuid,
  paused_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  primary key (user_id, id),
  unique (user_id, wamid)
);
create index filter_proposals_age on filter_proposals (created_at);
