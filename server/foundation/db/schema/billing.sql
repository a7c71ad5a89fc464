-- What each user has used of their allowance, month by month.

-- Messages that count against the allowance: reserved while they are on their way, delivered when they arrived.
create table usage (
  user_id uuid not null,
  month text not null,
  reserved integer not null default 0,
  delivered integer not null default 0,
  primary key (user_id, month)
);
