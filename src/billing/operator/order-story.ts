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
import { balanceOf } from '../order/ledger-store.ts'
import { type Order, stateName } from '../order/order.ts'
import { orderByNo } from '../order/order-store.ts'
import { eventsOf, type StoryEvent } from './story-store.ts'

/** Details that are times in ms, and those that are amounts in micro-USDT. */
const times = new Set(['until', 'expiresAt'])
const amounts = new Set(['due', 'missing', 'received', 'payable', 'micro', 'held', 'explained'])

/** All facts about one order for a person's decision: its state, then its events in order. */
export async function orderStory(ctx: Platform, actor: Actor, orderNo: string): Promise<string[]> {
  await requireStaff(ctx, actor, 'order.story')
  const order = await orderByNo(ctx.postgres.db, orderNo)
  if (!order) throw refuse('not_found')
  return [...(await standing(ctx, order)), ...(await eventsOf(ctx.postgres.db, orderNo)).map(tell)]
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

function tell({ at, source, what, micro, detail }: StoryEvent): string {
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
