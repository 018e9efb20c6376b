-- The figures of each process a moment ago; nothing here outlives its process, so nothing is logged.
create unlogged table process_figures (
  id text primary key,
  seen_at timestamptz not null,
  figures jsonb not null
);

-- How many customers had a running plan that costs money, at the end of each UTC day; of the day that runs, until now.
create table paying_day (
  day date primary key,
  customers int not null
);

-- The overview sums one month, among years of orders and bookings.
drop index billing_order_completed;
create index billing_order_completed on billing_order (closed_at) include (payable, credit) where status = 1;
create index ledger_entry_booked on ledger_entry (created_at) include (micro, kind);
create index ledger_entry_written_off on ledger_entry (created_at) include (micro) where kind = 'adjustment' and order_no is not null;
create index api_key_paid on api_key (expires_at) include (account_id) where revoked_at is null and plan_id not like '%-free';
-- It lists what waits for a person, among millions of rows that do not.
create index mail_outbox_failed on mail_outbox (created_at desc, id desc) where status = 'failed';
create index imports_quarantined on imports (finished_at desc) where quarantined > 0;
