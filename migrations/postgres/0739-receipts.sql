-- What a customer wants on receipts.
create table billing_details (
  account_id text primary key,
  name text not null default '',
  address text not null default '',
  tax_id text not null default '',
  changed_at timestamptz not null
);

-- The last number given in a year (UTC). Taken in the transaction that completes an order, so that numbers have no gaps.
create table receipt_year (
  year integer primary key,
  last integer not null
);

-- Both parties as they were when the order was completed. Seller null: issued before receipts had numbers.
create table receipt (
  year integer not null,
  number integer not null,
  order_no text not null unique references billing_order (no),
  issued_at timestamptz not null,
  seller_name text,
  seller_address text,
  seller_tax_id text,
  buyer_name text,
  buyer_address text,
  buyer_tax_id text,
  primary key (year, number)
);

insert into receipt (year, number, order_no, issued_at)
select year, row_number() over (partition by year order by at, no), no, at from (
  select no, coalesce(closed_at, created_at) as at,
    extract(year from coalesce(closed_at, created_at) at time zone 'UTC')::integer as year
  from billing_order where status = 1) completed;
insert into receipt_year (year, last) select year, max(number) from receipt group by year;
create index billing_order_completed on billing_order (closed_at) where status = 1;
