-- Stored files, raw messages, attachments, and exports: all sealed, most in chunks.

-- Messages to our own addresses as they were received, which no other server keeps.
create table raw_messages (
  user_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  size_bytes integer not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- Files that users store.
create table files (
  user_id uuid not null,
  -- of these bytes: a replacement has another version under the same id
  version uuid not null,
  id uuid not null,
  bucket text not null check (bucket in ('avatars', 'attachments')),
  path text collate "C" not null,
  -- during the upload, the space that is reserved
  size_bytes bigint not null,
  media_type text not null,
  cache_control text not null,
  -- metadata of the user, as sealed JSON
  notes bytea,
  -- null during the upload
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
-- what is sealed cannot be compressed
alter table file_chunks alter column sealed set storage external;

-- Attachments on their way to a phone or behind a link.
create table message_files (
  user_id uuid not null,
  message_id uuid not null,
  -- its number among the attachments of the message
  n integer not null,
  -- sealed: its name and type
  about bytea not null,
  size_bytes bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- links made before then are closed
  links_closed_at timestamptz,
  primary key (user_id, message_id, n)
);
create index message_files_expiring on message_files (expires_at);

create table message_file_chunks (
  user_id uuid not null,
  message_id uuid not null,
  file integer not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, message_id, file, n),
  foreign key (user_id, message_id, file) references message_files on delete cascade
);
-- what is sealed cannot be compressed
alter table message_file_chunks alter column sealed set storage external;

-- Data exports, made on request and dropped after a week. A claim that is not renewed passes to another host.
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
  -- chunks of a failed try are never read
  try integer not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, export_id, try, n),
  foreign key (user_id, export_id) references exports on delete cascade
);
