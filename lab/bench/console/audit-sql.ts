import { ticketNo } from './console-sql.ts'
import { orderNo, ownerOf } from './money-sql.ts'
import { digestOf, type Filling, staffCount } from './people-sql.ts'

const days = 730
/** One row in a million has this action. */
export const rareAction = 'plans.publish'

/** SQL functions that hash each row with the hash of the row before it, in one pass while the rows are generated. */
const chain = `
  create or replace function pg_temp.link(bytea, bytea) returns bytea immutable language sql as 'select sha256($1 || $2)';
  create or replace aggregate pg_temp.chained(bytea) (sfunc = pg_temp.link, stype = bytea, initcond = '')`

/** A hundred rows per customer, one in twenty with a reason. `contentHash`: the SQL by which a row is hashed. */
export function auditRows(customers: number, contentHash: string): Filling[] {
  const count = 100 * customers
  const customer = `(1 + (n::bigint * 7907) % ${customers})`
  const order = '(1 + (n - 1) / 10)'
  const [person, buyer, staff] = [
    digestOf(customer),
    digestOf(ownerOf(order, customers)),
    digestOf(`(1 + n % ${staffCount})`),
  ]
  const reason = `'sha256:' || encode(sha256(convert_to('["' || md5('salt' || n) || '","reason","asked by mail"]', 'UTF8')), 'hex')`
  return [
    { what: 'the chain of hashes', tables: [], text: chain },
    {
      what: 'audit rows, a hundred for each customer',
      tables: ['audit', 'audit_value'],
      text: `insert into audit (id, at, actor_kind, actor_id, action, subject, detail, sealed, position, hash)
        overriding system value
        select id, at, actor_kind, actor_id, action, subject, detail, true, id, pg_temp.chained(content) over (rows unbounded preceding)
        from (select *, ${contentHash} as content from (
          select n as id, now() - (${count} - n)::float8 / ${count} * interval '${days} days' as at,
            (array['account', 'account', 'system', 'staff', 'staff'])[kind] as actor_kind,
            case kind when 1 then ${person} when 2 then ${buyer} when 3 then 'orders' else ${staff} end as actor_id,
            case when n % 1000000 = 17 then '${rareAction}' else
              (array['session.open', 'order.create', 'order.complete', 'customer.view', 'customer.note'])[kind] end as action,
            case when kind in (2, 3) then ${orderNo(order)} when n % 20 = 18 then ${ticketNo(`n % ${customers}`)} else ${person} end as subject,
            case when kind = 5 then jsonb_build_object('reason', ${reason}) else '{}' end as detail
          from (select n, case when n % 20 < 8 then 1 when n % 20 < 12 then 2 when n % 20 < 16 then 3 when n % 20 < 19 then 4 else 5 end as kind
            from (select generate_series(1, ${count}) as n) numbers) kinds) rows) hashed`,
    },
    {
      what: 'reasons in audit rows',
      tables: ['audit_value'],
      text: `insert into audit_value (audit_id, salt, detail)
        select n, md5('salt' || n), '{"reason": "asked by mail"}' from generate_series(19, ${count}, 20) n`,
    },
    {
      what: 'the next id',
      tables: [],
      text: `select setval(pg_get_serial_sequence('audit', 'id'), ${count})`,
    },
  ]
}
