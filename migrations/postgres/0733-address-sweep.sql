-- The head up to which an address is known to hold what its transfers explain: what comes later is looked for from there.
alter table deposit_address add column audited_block bigint;
-- Old addresses are compared in turn, the one that waits for longest first.
create index deposit_address_audited on deposit_address (network, audited_at) where rescan_from is null;
-- Watched addresses are read in pages, in this order.
drop index deposit_address_watched;
create index deposit_address_watched on deposit_address (network, watch_until, index) include (address);
-- The sandbox's chain keeps its block hashes over a restart.
alter table sandbox_chain add column reorganised_from int[] not null default '{}';
