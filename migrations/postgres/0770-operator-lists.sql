-- The console lists every order, newest first, also of one state or network.
create index billing_order_created on billing_order (created_at desc, no desc);
create index billing_order_status on billing_order (status, created_at desc, no desc);
create index billing_order_network on billing_order (network, created_at desc, no desc);

-- Addresses that hold money are looked for among the newest deposits; sweeps and decided refunds are listed by their time.
create index transfer_observation_confirmed on transfer_observation (confirmed_at desc) where state = 'confirmed';
create index payment_sweep_recorded on payment_sweep (recorded_at desc);
create index refund_request_closed on refund_request (closed_at desc) where closed_at is not null;

-- Questions asked of the nodes on the UTC day `calls_on`.
alter table billing_network add column calls_on date;
alter table billing_network add column calls bigint not null default 0;
