-- Copies of everything that is kept of a person, made when they ask and dropped after a week. A claim that is not kept up is taken by another host.

create table exports (
  user_id uuid not null,
  id uuid not null,
  state text not null check (state in ('waiting', 'working', 'ready', 'failed')),
  reason text,
  done integer not null default 0,
  parts integer not null,
  size_bytes bigint,
  tries integer not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (user_id, id)
);
create unique index exports_under_way on exports (user_id) where state in ('waiting', 'working');
create index exports_to_make on exports (claimed_until) where state in ('waiting', 'working');

create table export_chunks (
  user_id uuid not null,
  export_id uuid not null,
  -- of a try that died nothing is read
  try integer not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, export_id, try, n),
  foreign key (user_id, export_id) references exports on delete cascade
);
