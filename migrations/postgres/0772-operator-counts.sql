-- Orders of one network in one state; the uses of each coupon; running subscriptions by plan and edition.
create index billing_order_network_status on billing_order (network, status, created_at desc, no desc);
create index billing_order_coupon_used on billing_order (coupon_code)
  where coupon_code is not null and status in (0, 1);
create index api_key_running on api_key (plan_id, plan_edition, expires_at) where revoked_at is null;
