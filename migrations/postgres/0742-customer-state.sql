-- What the staff may decide about a customer. `version` rises with each decision, so that two people cannot overwrite each other.
alter table account add column suspended_at timestamptz,
  add column staff_version int not null default 0;

-- Other limits than the plan's, until a date; null: without limit. An id as limits are counted by (`allowanceId`).
create table limit_override (
  allowance_id text primary key,
  per_minute int check (per_minute > 0),
  sockets int check (sockets > 0),
  subscriptions int check (subscriptions > 0),
  until timestamptz not null
);

create table customer_note (
  id bigint generated always as identity primary key,
  account_id text not null references account (id),
  author_id text,
  note text not null,
  created_at timestamptz not null
);
create index customer_note_account on customer_note (account_id, id desc);
