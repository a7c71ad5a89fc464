-- Which transaction made a row and which changed it last, for those who watch: docs/decisions/live.md says why not a time.
create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  new.made_in := case tg_op when 'INSERT' then new.changed_in else old.made_in end;
  return new;
end $$;

alter table messages add column made_in xid8, add column changed_in xid8;
alter table deliveries add column made_in xid8, add column changed_in xid8;
-- a person has few of these: the rows are found by their person alone
alter table mailboxes add column made_in xid8, add column changed_in xid8;
alter table destinations add column made_in xid8, add column changed_in xid8;
create index messages_changed on messages (user_id, changed_in) where changed_in is not null;
create index deliveries_changed on deliveries (user_id, changed_in) where changed_in is not null;

-- only what its person sees counts: places in folders, signs of life and leases change all the time
create trigger messages_change before insert or update of erased_at on messages for each row execute function note_change();
create trigger deliveries_change before insert or update on deliveries for each row execute function note_change();
create trigger destinations_change before insert or update on destinations for each row execute function note_change();
create trigger mailboxes_made before insert on mailboxes for each row execute function note_change();
create trigger mailboxes_change before update on mailboxes for each row
  when ((old.address, old.state, old.reason, old.last_mail_at) is distinct from (new.address, new.state, new.reason, new.last_mail_at))
  execute function note_change();
