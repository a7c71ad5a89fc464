-- Whether a guide helped. The voter is an id that a browser made up for this one guide: it says nothing of who voted.
create table help_votes (
  guide text not null,
  voter uuid not null,
  useful boolean not null,
  voted_at timestamptz not null,
  primary key (guide, voter)
);
