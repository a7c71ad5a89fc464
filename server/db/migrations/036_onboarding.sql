-- Whether a person still wants to be offered the steps of setting up; which of them are done is read from what is there.

alter table settings add column onboarding_dismissed boolean not null default false;
