-- Of two people who change an instrument, the second learns of it.
alter table instruments add column version integer not null default 0;
-- Columns that a person set: lists and the starter catalogue leave them alone.
alter table instruments add column edited text[] not null default '{}';
