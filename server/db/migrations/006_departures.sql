-- Who has left: what was still under way for them is erased once more.
create table departures (
  user_id uuid primary key,
  left_at timestamptz not null
);
