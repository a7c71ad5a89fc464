-- A rest that a person gave all of their phones at once, and what they have seen of what needs them.

-- the phones rest by their own paused_until; this says that they were told so together, and until when
create table pauses (
  user_id uuid primary key,
  until timestamptz not null,
  -- by the id of a phone: the end of the rest that it had for itself, where that ends no later than this one
  own_ends jsonb not null default '{}',
  set_at timestamptz not null
);
create table notifications_seen (
  user_id uuid primary key,
  -- what the list held when they looked last: by the id of a need, its hour
  needs jsonb not null
);
create index deliveries_missed on deliveries (user_id, updated_at)
  where state in ('failed', 'expired') and kind = 'mail';
