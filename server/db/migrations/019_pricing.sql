-- what the messenger said that a try cost: its category, and whether it is billed; null until it says so
alter table attempts add column price_category text;
alter table attempts add column is_billed boolean;

-- when what stands of our account was said, by the messenger or by the operator who let it try again: what was said before is no news
alter table messenger_numbers add column standing_at timestamptz;

-- when the messenger refused to send without a template; null while it does, where the operator has it
alter table messenger_numbers add column direct_send_lost_at timestamptz;
