-- Files of mails that go to a phone: their bytes, sealed, while they are on their way and behind a link; and each as a delivery of its own.

create table mail_files (
  user_id uuid not null,
  message_id uuid not null,
  -- its place among the files of its mail
  n integer not null,
  size_bytes bigint not null,
  -- sealed: its name and type
  about bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, message_id, n)
);
create index mail_files_expiring on mail_files (expires_at);

create table mail_file_chunks (
  user_id uuid not null,
  message_id uuid not null,
  file integer not null,
  n integer not null,
  sealed bytea not null,
  primary key (user_id, message_id, file, n),
  foreign key (user_id, message_id, file) references mail_files on delete cascade
);
-- what is sealed cannot be made smaller
alter table mail_file_chunks alter column sealed set storage external;

-- attachment: one file of a mail, right after it
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check check (kind in ('mail', 'announcement', 'digest', 'shown', 'attachment'));
-- of a mail: the files that follow it, by their place; null: its filter sends none
alter table deliveries add column files integer[];
-- of a mail: the one file that it carries itself, its words being the caption
alter table deliveries add column carries integer;
-- of an attachment: which file of its mail it is
alter table deliveries add column part integer;
-- the messenger did not take the file: it goes as a link
alter table deliveries add column as_link boolean not null default false;
-- a file goes to a phone once
create unique index deliveries_part_once on deliveries (user_id, message_id, destination_id, part) where kind = 'attachment';
create index deliveries_refused on deliveries (updated_at) where state = 'failed' and reason = 'unsupported' and not as_link;
