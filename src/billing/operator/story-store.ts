import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** One event of an order. `micro` is in micro-USDT, as text. */
export type StoryEvent = {
  at: Date
  source: string
  what: string
  micro: string | null
  detail: Record<string, unknown>
}

/** All records of an order by time: events, transfers, bookings, claims, staff actions, incidents. */
export async function eventsOf(db: Db, orderNo: string): Promise<StoryEvent[]> {
  const { rows } = await sql<StoryEvent>`
    select at, 'order' as source, kind as what, null as micro, detail from order_event where order_no = ${orderNo}
    union all
    select o.first_seen_at, 'transfer', o.state, o.micro::text, jsonb_strip_nulls(
        jsonb_build_object('block', o.block_number, 'transaction', o.tx_hash, 'reason', o.reason))
      from transfer_observation o join deposit_address d on d.network = o.network and d.address = o.recipient
      where d.order_no = ${orderNo}
    union all
    select created_at, 'ledger', kind, micro::text, jsonb_strip_nulls(jsonb_build_object('note', note))
      from ledger_entry where order_no = ${orderNo}
    union all
    select claimed_at, 'customer', 'claims', null, jsonb_build_object('transaction', tx_hash)
      from payment_claim where order_no = ${orderNo}
    union all
    select a.at, 'operator', a.action, null, a.detail || coalesce(v.detail, '{}')
      from audit a left join audit_value v on v.audit_id = a.id
      where a.subject = ${orderNo} and a.actor_kind in ('operator-cli', 'staff')
    union all
    select opened_at, 'incident #' || id, kind, null, detail from payment_incident
      where subject = ${orderNo} or detail->>'orderNo' = ${orderNo} or detail->'orders' ? ${orderNo}
    order by at`.execute(db)
  return rows
}
