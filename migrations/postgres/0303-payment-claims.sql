-- "I have paid with this transaction": what the watcher is asked to look at.
create table payment_claim (
  order_no text not null references billing_order (no),
  tx_hash text not null,
  network text not null references billing_network (code),
  claimed_at timestamptz not null,
  tried_at timestamptz,
  -- set once its block was read, or when it was asked for long enough
  done_at timestamptz,
  primary key (order_no, tx_hash)
);
create index payment_claim_open on payment_claim (network, tried_at) where done_at is null;
