import { type Filling, staffCount } from './people-sql.ts'

const coupons = 40
const days = 730

/** Order numbers are `B000000001`, `B000000002`, …. The highest is the newest, and the newest 300 are open. */
export const orderNo = (number: string) => `'B' || lpad((${number})::text, 9, '0')`
export const ownerOf = (order: string, customers: number) => `(1 + (${order}::bigint * 7919) % ${customers})`

export function money(customers: number): Filling[] {
  return [...orders(customers), ...books(customers), ...decisions(customers)]
}

function orders(customers: number): Filling[] {
  const count = 10 * customers
  return [
    {
      what: 'networks',
      tables: ['billing_network'],
      text: `insert into billing_network (code, xpub_fingerprint, head, final, cursor, last_ok_at, scanned_time)
        select code, 'earlier', ${count}, ${count}, ${count}, now(), now() from unnest(array['TRC20', 'ETC20']) code`,
    },
    {
      what: 'coupons',
      tables: ['coupon'],
      text: `insert into coupon (code, percent, valid_from, created_at)
        select 'SPRING' || n, 10, now() - interval '2 years', now() - n * interval '1 day' from generate_series(0, ${coupons - 1}) n`,
    },
    {
      what: 'orders, ten for each customer',
      tables: ['billing_order'],
      text: `insert into billing_order (no, account_id, kind, plan_id, plan_edition, period, months, network, list, discount,
          upgrade_difference, credit, payable, status, created_at, expires_at, closed_at, locale, coupon_code, coupon_discount)
        select ${orderNo('o')}, 'acc' || ${ownerOf('o', customers)}, 'purchase', 'stock-us-base', 1, 'month', 1,
          case when o % 5 = 0 then 'ETC20' else 'TRC20' end, 49000000, off, 0, 0, 49000000 - off, status, at,
          at + interval '1 hour', case when status <> 0 then at + interval '20 minutes' end, 'en-US',
          case when off > 0 then 'SPRING' || o / 20 % ${coupons} end, off
        from (select o, date_trunc('milliseconds', now() - (${count} - o) * interval '${days} days' / ${count}) as at,
            case when o % 20 = 0 then 4900000 else 0 end as off,
            case when o > ${count} - 300 then 0 when o % 10 < 7 then 1 when o % 10 = 9 then 2 else 3 end as status
          from generate_series(1, ${count}) o) made`,
    },
    {
      what: 'events of orders',
      tables: ['order_event'],
      text: `insert into order_event (order_no, at, kind)
        select no, created_at, 'created' from billing_order union all
        select no, closed_at, case status when 1 then 'completed' else 'timed_out' end from billing_order where status <> 0`,
    },
    {
      what: 'deposit addresses',
      tables: ['deposit_address'],
      text: `insert into deposit_address (network, index, address, account_id, order_no, created_block, watch_until, mac,
          audited_at, key_fingerprint)
        select network, substr(no, 2)::int, '0x' || lpad(to_hex(substr(no, 2)::int), 40, '0'), account_id, no, 1,
          created_at + interval '7 days', '', now(), 'earlier' from billing_order`,
    },
    {
      what: 'transfers',
      tables: ['transfer_observation'],
      text: `insert into transfer_observation (network, block_hash, log_index, block_number, block_time, tx_hash, sender,
          recipient, micro, state, first_seen_at, confirmed_at)
        select o.network, '0x' || md5('block' || o.no), 0, d.index, o.created_at + interval '5 minutes',
          '0x' || md5(o.no) || md5('tx' || o.no), '0x' || lpad('5a', 40, '5a'), d.address, o.payable, 'confirmed',
          o.created_at + interval '5 minutes', o.created_at + interval '10 minutes'
        from billing_order o join deposit_address d on d.order_no = o.no where o.status = 1`,
    },
  ]
}

function books(customers: number): Filling[] {
  return [
    {
      what: 'bookings',
      tables: ['ledger_entry'],
      text: `insert into ledger_entry (account_id, kind, micro, order_no, network, tx_hash, idem, created_at)
        select account_id, b.kind, b.sign * payable, no, network, case when b.sign = 1 then '0x' || md5(no) || md5('tx' || no) end,
          b.kind || ':' || no, closed_at
        from billing_order, (values ('deposit', 1), ('order', -1)) b (kind, sign) where status = 1
        order by no, b.sign desc`,
    },
    {
      what: 'credit',
      tables: ['ledger_entry'],
      text: `insert into ledger_entry (account_id, kind, micro, note, idem, created_at)
        select 'acc' || i, 'correction', (i % 7) * 1000000, 'a week without service', 'correction:' || i, now() - (i % 700) * interval '1 day'
        from generate_series(1, ${customers}) i where i % 7 <> 0`,
    },
    {
      what: 'balances',
      tables: ['ledger_balance'],
      text: `insert into ledger_balance (account_id, micro) select account_id, sum(micro) from ledger_entry group by account_id`,
    },
    {
      what: 'receipts',
      tables: ['receipt', 'receipt_year'],
      text: `insert into receipt (year, number, order_no, issued_at)
        select year, row_number() over (partition by year order by no), no, closed_at
        from (select no, closed_at, extract(year from closed_at at time zone 'UTC')::int as year
          from billing_order where status = 1) completed`,
    },
    {
      what: 'the last receipts of their years',
      tables: ['receipt_year'],
      text: 'insert into receipt_year (year, last) select year, max(number) from receipt group by year',
    },
    {
      what: 'sweeps',
      tables: ['payment_sweep'],
      text: `insert into payment_sweep (network, index, tx_hash, micro, recorded_at)
        select network, substr(no, 2)::int, md5('sweep' || no) || md5(no), payable, closed_at + interval '30 days'
        from billing_order where status = 1 and closed_at < now() - interval '30 days'`,
    },
    {
      what: 'days with their paying customers',
      tables: ['paying_day'],
      text: `insert into paying_day (day, customers) select current_date - n, ${customers} - n from generate_series(1, 60) n`,
    },
  ]
}

/** Rows that wait for a decision of the staff, mixed with decided rows. */
function decisions(customers: number): Filling[] {
  return [
    {
      what: 'held payments',
      tables: ['payment_incident'],
      text: `insert into payment_incident (network, kind, subject, detail, opened_at, closed_at)
        select o.network, 'sources_disagree', '0x' || md5(o.no) || md5('tx' || o.no), '{}', o.closed_at,
          case when n % 100 <> 0 then o.closed_at + interval '1 hour' end
        from generate_series(1, ${Math.min(5_000, customers - 40)}) n
          join billing_order o on o.no = ${orderNo(`1 + n % ${customers} * 10`)}`,
    },
    {
      what: 'refund requests',
      tables: ['refund_request'],
      text: `insert into refund_request (id, account_id, network, address, micro, status, requested_at, closed_at)
        select 'R-' || n, 'acc' || 1 + n % ${customers}, 'TRC20', '0x' || lpad('5a', 40, '5a'), 1000000,
          case when n <= 30 then 'requested' else 'refused' end, now() - n * interval '1 minute',
          case when n > 30 then now() - n * interval '1 minute' end
        from generate_series(1, 20000) n`,
    },
    {
      what: 'requests to a second person',
      tables: ['staff_approval'],
      text: `insert into staff_approval (verb, subject, input, micro, asked_by, asked_at, closed_at)
        select 'credit.adjust', 'acc' || n, '{"micro": "900000000", "reason": "an outage"}', 900000000, 'acc' || 1 + n % ${staffCount}, now() - n * interval '1 hour',
          case when n > 10 then now() end
        from generate_series(1, 500) n`,
    },
  ]
}
