-- The first transfer of each token that is not the network's own to a deposit address: it is no payment, and a person decides.
create table other_token (
  network text not null,
  recipient text not null,
  token text not null,
  -- As the contract states it, which may be a lie; null when it cannot be read.
  symbol text,
  amount text not null,
  tx_hash text not null,
  block_number bigint not null,
  seen_at timestamptz not null,
  primary key (network, recipient, token),
  foreign key (network, recipient) references deposit_address (network, address)
);
-- The block up to which transfers of other tokens were read.
alter table billing_network add column tokens_cursor bigint;
