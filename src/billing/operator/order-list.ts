import { refuse } from '#src/contract/errors.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { NetworkCode } from '../chains/network.ts'
import { recognise } from './find.ts'
import { ordersFor } from './find-store.ts'
import { countPending, type OrderCursor, type OrderOfAll, ordersOfAll, ordersOfIncidents } from './order-list-store.ts'

/** `text`: a search text as `payments.find` accepts it. Times in ms, `from` inclusive, `until` exclusive. */
export type OrderQuery = {
  text: string | undefined
  state: 'pending' | 'held' | 'completed' | 'cancelled' | 'timed_out' | undefined
  network: NetworkCode | undefined
  from: number | undefined
  until: number | undefined
}

export type OrderPage = {
  orders: (OrderOfAll & { isHeld: boolean })[]
  next: OrderCursor | null
  pending: number
  held: number
}

const pendingMax = 1_000

const statusOf = {
  pending: orderStatus.pending,
  completed: orderStatus.completed,
  cancelled: orderStatus.cancelled,
  timed_out: orderStatus.timedOut,
} as const

/** Orders of all customers, newest first, with the counts of open orders and of orders that wait for a person. */
export async function listOrdersOfAll(
  ctx: Platform,
  actor: Actor,
  { text, state, network, from, until }: OrderQuery,
  { limit, after }: { limit: number; after: OrderCursor | null },
): Promise<OrderPage> {
  await requireStaff(ctx, actor, 'order.list')
  const { db } = ctx.postgres
  const held = new Set([...(await ordersOfIncidents(db)).values()].flat())
  const found = text === undefined ? null : await ordersFor(db, await recognise(ctx, text))
  const numbers = state === 'held' ? (found ?? [...held]).filter((no) => held.has(no)) : (found ?? undefined)
  const status = state === undefined || state === 'held' ? undefined : statusOf[state]
  const rows = await ordersOfAll(db, { numbers, status, network, from, until }, { limit: limit + 1, after })
  const orders = rows.slice(0, limit).map((order) => ({ ...order, isHeld: held.has(order.no) }))
  const last = rows.length > limit ? orders.at(-1) : undefined
  return {
    orders,
    next: last ? { at: last.createdAt, no: last.no } : null,
    pending: await countPending(db, pendingMax),
    held: held.size,
  }
}

export function orderCursorText({ at, no }: OrderCursor): string {
  return `${at}.${no}`
}

export function readOrderCursor(text: string | undefined): OrderCursor | null {
  if (text === undefined) return null
  const [, at, no] = /^(\d{1,15})\.([\w-]{1,32})$/.exec(text) ?? []
  if (!at || !no) throw refuse('invalid_cursor', { param: 'after' })
  return { at: Number(at), no }
}
