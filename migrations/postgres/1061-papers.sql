-- A plan that the operator opened for money, without an order.
create table plan_deal (
  id text primary key,
  account_id text not null,
  plan_id text not null,
  plan_edition integer not null,
  key_id text not null,
  months integer not null,
  micro numeric(80) not null check (micro > 0),
  -- how it was paid, for the customer and the books
  reference text not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index plan_deal_account on plan_deal (account_id, created_at);
create index plan_deal_created on plan_deal (created_at);

alter table billing_details add column country text not null default '';

-- Receipts and credit notes, in one series of numbers for each year. Amounts are signed: a credit note is negative.
alter table receipt drop constraint receipt_order_no_key;
alter table receipt alter column order_no drop not null;
alter table receipt
  add column kind text not null default 'receipt' check (kind in ('receipt', 'credit_note')),
  add column account_id text,
  add column refund_id text references refund_request (id),
  add column deal_id text references plan_deal (id),
  -- when the order was completed, the plan opened or the refund sent
  add column sold_at timestamptz,
  -- the receipt that this credit note cancels, and when this receipt was cancelled
  add column voids_year integer,
  add column voids_number integer,
  add column voided_at timestamptz,
  add column seller_country text,
  add column buyer_country text,
  add column gross numeric(80),
  add column tax numeric(80) not null default 0,
  -- percent, and the country whose rate it is; null: no tax
  add column tax_rate numeric(5, 2),
  add column tax_country text,
  add column reverse_charge boolean not null default false,
  add column service_from timestamptz,
  add column service_to timestamptz,
  -- the part of an order's price that promotional credit paid
  add column promotional numeric(80) not null default 0,
  -- [{ network, hash, micro }]
  add column payments jsonb not null default '[]';

-- Completes a receipt that an earlier release issued: it has no amounts.
create function complete_receipt() returns trigger language plpgsql as $$
begin
  select o.account_id, new.issued_at, case when o.kind = 'upgrade' then g.granted_at
      else greatest(g.granted_at, g.expires_at - make_interval(months => o.months)) end, g.expires_at
    into new.account_id, new.sold_at, new.service_from, new.service_to
    from billing_order o left join entitlement_grant g on g.order_no = o.no where o.no = new.order_no;
  select coalesce(-sum(micro) filter (where kind in ('order', 'order_credit', 'credit_return')), 0)
      + coalesce(sum(promotional), 0) - coalesce(sum(micro) filter (where kind = 'adjustment'), 0),
      -coalesce(sum(promotional), 0),
      coalesce(jsonb_agg(jsonb_build_object('network', network, 'hash', tx_hash, 'micro', micro::text) order by id)
        filter (where kind = 'deposit' and created_at <= new.issued_at), '[]')
    into new.gross, new.promotional, new.payments
    from ledger_entry where order_no = new.order_no;
  return new;
end $$;
create trigger receipt_complete before insert or update on receipt
  for each row when (new.gross is null) execute function complete_receipt();
update receipt set order_no = order_no;

create unique index receipt_of_order on receipt (order_no) where kind = 'receipt' and voided_at is null;
create unique index receipt_of_deal on receipt (deal_id) where kind = 'receipt' and voided_at is null;
create unique index receipt_voids on receipt (voids_year, voids_number) where voids_year is not null;
create index receipt_account on receipt (account_id, year, number);
create index receipt_issued on receipt (issued_at);
create index receipt_sold on receipt (sold_at) where kind = 'receipt' and voided_at is null;
