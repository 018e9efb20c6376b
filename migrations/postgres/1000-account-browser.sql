-- The browsers in which an account was signed in to, by a digest of their cookie.
create table account_browser (
  account_id text not null references account (id) on delete cascade,
  browser_hash text not null,
  seen_at timestamptz not null,
  primary key (account_id, browser_hash)
);
create index account_browser_hash on account_browser (browser_hash);
create index account_browser_seen on account_browser (seen_at);
