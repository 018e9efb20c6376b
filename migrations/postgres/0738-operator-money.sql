-- `correction`: by the operator, with a reason that the customer reads. `refund_hold` and `refund_release`: what a refund
-- request reserves, and its end.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check check (kind in ('deposit', 'order', 'order_credit',
  'credit_return', 'refund', 'adjustment', 'correction', 'refund_hold', 'refund_release'));
alter table ledger_entry add column refund_id text;

-- A customer asks for credit back; a person decides and sends it.
create table refund_request (
  id text primary key,
  account_id text not null,
  network text not null,
  address text not null,
  micro numeric(78) not null check (micro > 0),
  status text not null check (status in ('requested', 'approved', 'paid', 'refused', 'withdrawn')),
  requested_at timestamptz not null,
  approved_at timestamptz,
  closed_at timestamptz,
  -- why it was refused, for the customer
  reason text,
  tx_hash text,
  -- whether the chain shows the transfer, or the operator's word alone
  proven boolean
);
create unique index refund_request_one_open on refund_request (account_id) where status in ('requested', 'approved');
create unique index refund_request_transfer on refund_request (network, tx_hash, address) where tx_hash is not null;
create index refund_request_account on refund_request (account_id, requested_at desc);

-- What a person wants to know of a transaction, for the watcher of its network, which alone can ask the nodes.
create table chain_question (
  id bigint generated always as identity primary key,
  network text not null,
  tx_hash text not null,
  -- null: is it a deposit? else the refund that it is said to pay
  refund_id text references refund_request (id),
  asked_at timestamptz not null,
  answered_at timestamptz,
  answer jsonb
);
create index chain_question_open on chain_question (network, id) where answered_at is null;
create index transfer_observation_transaction on transfer_observation (network, tx_hash);
