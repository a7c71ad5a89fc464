-- Rollups of what happened, counted by the hour: no ids, no addresses, and kept longer than what they count.

-- How often something happened, by hour and by day of UTC (which is the sum of its hours).
create table analytics_counts (
  metric text not null,
  tier text not null check (tier in ('hour', 'day')),
  at timestamptz not null,
  -- a state, reason, price category, provider or domain; empty where the metric has none
  label text not null,
  count bigint not null check (count > 0),
  primary key (metric, tier, at, label)
);
create index analytics_counts_by_age on analytics_counts (tier, at);

-- How long something took: how many durations fell into each bucket of core/analytics/histogram.ts. One row for all buckets, packed,
-- since the hours of a month are read at once.
create table analytics_durations (
  metric text not null,
  tier text not null check (tier in ('hour', 'day')),
  at timestamptz not null,
  -- five bytes for each bucket: its number, and how many
  counts bytea not null,
  primary key (metric, tier, at)
);
create index analytics_durations_by_age on analytics_durations (tier, at);

-- Of the users who signed up in a week, how many had an email forwarded in another one. Both begin on Monday, UTC.
create table analytics_retention (
  signed_up_week date not null,
  week date not null,
  users integer not null check (users > 0),
  primary key (week, signed_up_week)
);

-- How far the rollups are: one row.
create table analytics_progress (
  id boolean primary key default true check (id),
  -- every hour before is counted
  counted_until timestamptz not null,
  -- changes of deliveries and decisions before then are in the counted hours
  changes_seen_until timestamptz not null
);
