-- A rest that a person gave all of their phones at once, and up to when they have seen what needs them.

-- the phones rest by their own paused_until; this says that they were told so together, and until when
create table pauses (
  user_id uuid primary key,
  until timestamptz not null,
  set_at timestamptz not null
);
create table notifications_seen (
  user_id uuid primary key,
  until timestamptz not null
);
create index deliveries_missed on deliveries (user_id, updated_at)
  where state in ('failed', 'expired') and kind = 'mail';
