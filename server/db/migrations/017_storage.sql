-- Files that people keep here: what is known of each, and its sealed bytes in chunks.

create table files (
  user_id uuid not null,
  -- of these very bytes: what takes their place has another, under the same id
  version uuid not null,
  id uuid not null,
  bucket text not null check (bucket in ('avatars', 'attachments')),
  path text collate "C" not null,
  -- while its bytes come in, what was set aside for them
  size_bytes bigint not null,
  media_type text not null,
  cache_control text not null,
  -- what its person noted with it, as sealed JSON
  notes bytea,
  -- null while its bytes come in
  ready_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (user_id, version)
);
create unique index files_by_path on files (user_id, bucket, path) where ready_at is not null;
create index files_expiring on files (expires_at) where expires_at is not null;
create index files_unfinished on files (created_at) where ready_at is null;

create table file_chunks (
  user_id uuid not null,
  version uuid not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, version, n),
  foreign key (user_id, version) references files on delete cascade
);
-- what is sealed cannot be made smaller
alter table file_chunks alter column sealed set storage external;
