-- A person's pause is a state of its own, apart from a fault's stop.
alter table billing_network add column paused_at timestamptz;
alter table billing_network add column pause_reason text;
alter table billing_network add column stopped_at timestamptz;
update billing_network set stopped_at = coalesce(last_ok_at, now()) where stopped is not null;
-- How each node answered lately: faults in a row, the last fault and its time.
alter table billing_network add column nodes jsonb not null default '[]';
-- No address of ours is older, so nothing below it is ever read.
alter table billing_network add column first_block bigint;
update billing_network n set first_block = greatest(0, least(n.cursor,
    (select min(d.created_block) - 512 from deposit_address d where d.network = n.code)))
  where n.cursor is not null;

-- Which extended public key an address comes from. It has been one for each network so far.
alter table deposit_address add column key_fingerprint text;
update deposit_address d set key_fingerprint = n.xpub_fingerprint from billing_network n where n.code = d.network;
alter table deposit_address alter column key_fingerprint set not null;
