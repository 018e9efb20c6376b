-- Lists of instruments that an account watches, in its order.
create table watchlist (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  position int not null,
  name text not null,
  -- tickers as the chart writes them: `NASDAQ:AAPL`
  symbols text[] not null,
  updated_at timestamptz not null
);
create index watchlist_account on watchlist (account_id, position);
