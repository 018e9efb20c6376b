-- Blocks that were final when they were read: a node that names another hash for one is on another chain, or the chain was
-- reorganised deeper than what was credited.
create table chain_anchor (
  network text not null references billing_network (code),
  number bigint not null,
  hash text not null,
  primary key (network, number)
);
