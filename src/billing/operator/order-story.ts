import { contactOf } from '#src/accounts/sessions/profile.ts'
import { noteCustomerView } from '#src/audit/customer-view.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { networksOf, shownAddress } from '../chains/network.ts'
import { addressOfOrder } from '../deposits/deposit-store.ts'
import { networkState } from '../networks/network-store.ts'
import { lateOffer } from '../order/late-offer.ts'
import { balanceOf } from '../order/ledger-store.ts'
import { dueByHand, type Order, stateName } from '../order/order.ts'
import { orderByNo } from '../order/order-store.ts'
import { type Held, openHeld } from './held-payments.ts'
import { eventsOf, type StoryEvent } from './story-store.ts'

/** Details that are times in ms (`times`), and details that are amounts in micro-USDT (`amounts`). */
const times = new Set(['until', 'expiresAt'])
const amounts = new Set(['due', 'missing', 'received', 'payable', 'micro', 'held', 'explained'])

/** `missing`: the amount that settling by hand would write off; null when the order is closed. */
export type OrderStory = { order: Order; events: StoryEvent[]; held: Held[]; credit: Micro; missing: Micro | null }

/**
 * All events of one order, oldest first, and the current credit of its customer. Reading an order is audited as a view
 * of its customer.
 */
export async function readOrderStory(ctx: Platform, actor: Actor, orderNo: string): Promise<OrderStory> {
  const by = await requireStaff(ctx, actor, 'order.story')
  const { db } = ctx.postgres
  const order = await orderByNo(db, orderNo)
  if (!order) throw refuse('not_found')
  await noteCustomerView(ctx, by, 'customer.view', order.accountId)
  const credit = await balanceOf(db, order.accountId)
  const held = (await openHeld(db)).filter(({ orders }) => orders.includes(orderNo))
  return { order, events: await eventsOf(db, orderNo), held, credit, missing: await missingOf(ctx, order, credit) }
}

async function missingOf(ctx: Platform, order: Order, credit: Micro): Promise<Micro | null> {
  const isLate = order.status === orderStatus.timedOut
  const due = dueByHand(isLate ? (await lateOffer(ctx, order)).order : order)
  if (due === null) return null
  return due > credit ? due - credit : 0n
}

export async function describeOrderStory(ctx: Platform, actor: Actor, orderNo: string): Promise<string[]> {
  const { order, events, credit } = await readOrderStory(ctx, actor, orderNo)
  return [...(await statusLines(ctx, order, credit)), ...events.map(describeEvent)]
}

async function statusLines(ctx: Platform, order: Order, balance: Micro): Promise<string[]> {
  const { db } = ctx.postgres
  const contact = await contactOf(db, order.accountId)
  const network = networksOf(ctx.settings).find(({ code }) => code === order.network)
  const stored = await addressOfOrder(db, order.no)
  const state = await networkState(db, order.network)
  const credit = formatMicro(balance)
  const address = stored ? shownAddress(ctx.settings, stored.network, stored.address) : 'none'
  return [
    `Order ${order.no}: ${stateName(order)}, ${order.kind} of ${order.planId} for ${contact?.email ?? 'an account that is gone'}`,
    `  to pay ${formatMicro(order.payable)} USDT on ${order.network} · ${network?.chainName ?? 'not configured'}, address ${address}`,
    `  until ${new Date(order.expiresAt).toISOString()}; the chain is known up to ${new Date(state?.scannedTime ?? 0).toISOString()}`,
    `  credit of this customer now: ${credit} USDT`,
  ]
}

function describeEvent({ at, source, what, micro, detail }: StoryEvent): string {
  const amount = micro === null ? '' : `  ${source === 'ledger' && !micro.startsWith('-') ? '+' : ''}${usdt(micro)}`
  const more = describeDetail(detail)
  return `${at.toISOString()}  ${source}: ${what}${amount}${more && `  (${more})`}`
}

/** The details of an event or incident as text, such as `held 5.00 USDT, orderNo 20260105-…`. */
export function describeDetail(detail: Record<string, unknown>): string {
  return Object.entries(detailTexts(detail))
    .map(([name, text]) => `${name} ${text}`)
    .join(', ')
}

/** Each detail as a text: amounts in USDT, times in UTC. */
export function detailTexts(detail: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, detailText(name, value)]))
}

function detailText(name: string, value: unknown): string {
  if (amounts.has(name)) return usdt(String(value))
  if (times.has(name)) return new Date(Number(value)).toISOString()
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value)
}

function usdt(micro: string): string {
  return `${formatMicro(BigInt(micro))} USDT`
}
