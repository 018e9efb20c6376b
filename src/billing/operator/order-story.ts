import { sql } from 'kysely'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { formatAddress } from '../chains/address.ts'
import { networksOf } from '../chains/network.ts'
import { addressOfOrder } from '../deposits/deposit-store.ts'
import { networkState } from '../networks/network-store.ts'
import { balanceOf } from '../order/ledger.ts'
import { type Order, stateName } from '../order/order.ts'
import { orderByNo } from '../order/order-store.ts'

type Row = { at: Date; source: string; what: string; micro: string | null; detail: Record<string, unknown> }

/** Details that are times in ms, and those that are amounts in micro-USDT. */
const times = new Set(['until', 'expiresAt'])
const amounts = new Set(['due', 'missing', 'received', 'payable', 'micro', 'held', 'explained'])

/** All facts about one order for a person's decision: its state, then its events in order. */
export async function orderStory(ctx: Platform, actor: Actor, orderNo: string): Promise<string[]> {
  await requireStaff(ctx, actor, 'order.story')
  const order = await orderByNo(ctx.postgres.db, orderNo)
  if (!order) throw refuse('not_found')
  const rows = await sql<Row>`
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
    order by at`.execute(ctx.postgres.db)
  return [...(await standing(ctx, order)), ...rows.rows.map(tell)]
}

async function standing(ctx: Platform, order: Order): Promise<string[]> {
  const { db } = ctx.postgres
  const contact = await contactOf(db, order.accountId)
  const network = networksOf(ctx.settings).find(({ code }) => code === order.network)
  const stored = await addressOfOrder(db, order.no)
  const state = await networkState(db, order.network)
  const credit = formatMicro(await balanceOf(db, order.accountId))
  const address = stored && network ? formatAddress(stored.address, network.addressFormat) : 'none'
  return [
    `Order ${order.no}: ${stateName(order)}, ${order.kind} of ${order.planId} for ${contact?.email ?? 'an account that is gone'}`,
    `  to pay ${formatMicro(order.payable)} USDT on ${order.network} · ${network?.chainName ?? 'not configured'}, address ${address}`,
    `  until ${new Date(order.expiresAt).toISOString()}; the chain is known up to ${new Date(state?.scannedTime ?? 0).toISOString()}`,
    `  credit of this customer now: ${credit} USDT`,
  ]
}

function tell({ at, source, what, micro, detail }: Row): string {
  const amount = micro === null ? '' : `  ${source === 'ledger' && !micro.startsWith('-') ? '+' : ''}${usdt(micro)}`
  const more = tellDetail(detail)
  return `${at.toISOString()}  ${source}: ${what}${amount}${more && `  (${more})`}`
}

/** `held 5.00 USDT, orderNo 20260105-…`: what was written down with an event or an incident, for reading. */
export function tellDetail(detail: Record<string, unknown>): string {
  const told = Object.entries(detail).map(([name, value]) => {
    if (amounts.has(name)) return `${name} ${usdt(String(value))}`
    return `${name} ${times.has(name) ? new Date(Number(value)).toISOString() : String(value)}`
  })
  return told.join(', ')
}

function usdt(micro: string): string {
  return `${formatMicro(BigInt(micro))} USDT`
}
