-- The hosts that watch mailboxes: one sign of life for all that a host holds, so that ten thousand leases cost one row

create table mail_hosts (
  host text primary key,
  -- past this, whatever it holds may be taken over
  until timestamptz not null
);
create index mailboxes_of_host on mailboxes (lease_host) include (lease_token) where lease_host is not null;
