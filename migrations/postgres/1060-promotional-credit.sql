-- The part of an amount that is promotional credit: given by the operator, never money that the customer paid.
alter table ledger_entry add column promotional numeric(80) not null default 0;
alter table ledger_balance add column promotional numeric(80) not null default 0;
alter table ledger_balance add constraint ledger_balance_promotional check (promotional between 0 and micro);
alter table ledger_entry add constraint ledger_entry_promotional
  check (promotional between least(micro, 0) and greatest(micro, 0));

-- `goodwill`: promotional credit that the operator gave. `received`: money that reached the operator outside the watched
-- networks. `deal`: consumed by a plan that the operator opened for money.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check check (kind in ('deposit', 'order', 'order_credit',
  'credit_return', 'refund', 'adjustment', 'correction', 'refund_hold', 'refund_release', 'goodwill', 'received', 'deal'));
create index ledger_entry_promotional on ledger_entry (order_no) where promotional <> 0 and order_no is not null;
