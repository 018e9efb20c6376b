-- The open sockets as their gateways wrote them down a moment ago; nothing here outlives a gateway, so nothing is logged.
create unlogged table socket_book (
  id text primary key,
  seen_at timestamptz not null
);

create unlogged table open_socket (
  id text primary key,
  book_id text not null references socket_book (id) on delete cascade,
  key_id text not null,
  account_id text not null,
  facts jsonb not null
);

create index open_socket_account on open_socket (account_id);
create index open_socket_book on open_socket (book_id);

-- Mails that a limit was reached: at most one a key, UTC day and level (80 or 100 percent).
create table usage_alert (
  key_id text not null,
  day date not null,
  level int not null,
  primary key (key_id, day, level)
);
