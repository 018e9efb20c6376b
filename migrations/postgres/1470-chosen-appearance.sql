-- Whether the account's theme and colours were saved in its preferences. Until then they are defaults.
alter table account add column appearance_chosen boolean not null default false;
update account set appearance_chosen = true where theme <> 'light' or up_colour <> 'auto';
