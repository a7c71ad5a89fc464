-- What filters were before, named lists of words, senders who have written before, and how often each filter matched.

-- Grows with every change of a person's filters or lists, in the change's transaction: what a host has kept of an older
-- version is stale. Its row is the lock that lets the changes of one person happen one after the other.
create table filter_sets (
  user_id uuid primary key,
  version bigint not null
);

alter table filters add column version integer not null default 1 check (version > 0);
create table filter_versions (
  user_id uuid not null,
  filter_id uuid not null,
  version integer not null check (version > 0),
  name text not null,
  paused boolean not null,
  condition jsonb not null,
  actions jsonb not null,
  -- the version that this one was taken back from
  restored integer check (restored < version),
  at timestamptz not null,
  primary key (user_id, filter_id, version),
  foreign key (user_id, filter_id) references filters on delete cascade
);
insert into filter_versions (user_id, filter_id, version, name, paused, condition, actions, at)
  select user_id, id, version, name, paused, condition, actions, updated_at from filters;

create table filter_lists (
  user_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- addresses and words of the person, sealed with their content key
  entries bytea not null,
  updated_at timestamptz not null,
  primary key (user_id, name)
);

-- Days are those of UTC.
create table filter_days (
  user_id uuid not null,
  filter_id uuid not null,
  day date not null,
  matched integer not null check (matched > 0),
  last_at timestamptz not null,
  primary key (user_id, filter_id, day),
  foreign key (user_id, filter_id) references filters on delete cascade
);

-- Keyed hashes of addresses: without the person's key nobody can tell who wrote to them.
create table senders (
  user_id uuid not null,
  address_hash bytea not null,
  first_seen_at timestamptz not null,
  primary key (user_id, address_hash)
);
-- null where nobody kept count yet
alter table messages add column first_time_sender boolean;
