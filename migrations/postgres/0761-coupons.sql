-- Codes that make an order cheaper. Those that orders name are kept; `ended_at` ends one.
create table coupon (
  code text primary key check (code ~ '^[A-Z0-9-]{3,32}$'),
  -- exactly one of both: percent, or micro-USDT
  percent integer check (percent between 1 and 100),
  amount bigint check (amount > 0),
  -- ids; null = every plan that is sold
  plans text[],
  valid_from timestamptz not null,
  valid_until timestamptz,
  uses_total integer check (uses_total > 0),
  uses_per_customer integer check (uses_per_customer > 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (num_nonnulls(percent, amount) = 1)
);

-- Part of `discount`.
alter table billing_order add column coupon_code text references coupon (code);
alter table billing_order add column coupon_discount bigint not null default 0;
create index billing_order_coupon on billing_order (coupon_code, account_id) where coupon_code is not null;
