-- What visitors write to support. The mails about it are queued in the same transaction.
create table tickets (
  id text primary key,
  name text not null,
  email text not null,
  message text not null,
  locale text not null,
  network text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null
);
create index tickets_open on tickets (created_at desc) where state = 'open';
