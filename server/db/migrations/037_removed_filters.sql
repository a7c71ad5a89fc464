-- Filters that their person removed stay for a day, with their history and their counts, so that they can be taken back whole.
alter table filters add column removed_at timestamptz;
create index filters_removed on filters (removed_at) where removed_at is not null;
