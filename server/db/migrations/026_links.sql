-- What a link opens is asked of its filter when it is opened, and closing the links of a mail closes those to its files too.

-- the delivery whose message the link stands in; null: from before this was kept
alter table mail_links add column delivery_id uuid;

-- links that were made until then open nothing any more
alter table mail_files add column links_closed_at timestamptz;
