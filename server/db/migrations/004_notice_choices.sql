-- Which notices by mail a person has turned off, or on again.

create table notice_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 100),
  wanted boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, kind)
);
