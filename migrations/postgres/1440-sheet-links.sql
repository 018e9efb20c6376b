-- Addresses that answer one table as CSV for a spreadsheet, without a key in them. Requests are booked on the key.
create table sheet_link (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  key_id text not null references api_key (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  -- The table: its kind and what it shows (contract/account/sheet-links.ts)
  shows jsonb not null,
  made_by text references account (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  uses bigint not null default 0
);
create index sheet_link_account on sheet_link (account_id);
create index sheet_link_key on sheet_link (key_id);
