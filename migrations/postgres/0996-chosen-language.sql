-- Whether the account's language was chosen in its preferences. Until then it is that of the page of the sign-up.
alter table account add column locale_chosen boolean not null default false;
