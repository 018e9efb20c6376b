-- A chart layout carries the drawings of its symbol and is kept one by one under its name; `position` remains its place in the list.
alter table chart_layout add column drawings jsonb not null default '[]';
alter table chart_layout drop constraint chart_layout_pkey;
alter table chart_layout add primary key (account_id, name);
