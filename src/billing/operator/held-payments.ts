import { type Refusal, refuse } from '#src/contract/errors.ts'
import { formatMicro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { authorize } from '#src/staff/authority/authority.ts'
import { orWait } from '#src/staff/authority/or-wait.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type NetworkCode, shownAddress } from '../chains/network.ts'
import { closeIncident, type Incident, openIncidents } from '../deposits/incident-store.ts'
import { lockBalance, post } from '../order/ledger-store.ts'
import { dueByHand, type Order } from '../order/order.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { lockOrder, orderByNo } from '../order/order-store.ts'
import { readReason, readWords, type Words } from '../settlement/credit.ts'
import { completeOrder, offerOf } from '../settlement/reconcile.ts'
import { bookedAddresses, insertSweep } from '../sweeps/sweep-store.ts'
import { ordersOfIncidents } from './order-list-store.ts'

export type Held = Incident & { orders: string[] }

export async function heldPayments(ctx: Platform, actor: Actor): Promise<Held[]> {
  await requireStaff(ctx, actor, 'payments.held')
  return openHeld(ctx.postgres.db)
}

export async function openHeld(db: Db): Promise<Held[]> {
  const orders = await ordersOfIncidents(db)
  const incidents = (await openIncidents(db)).filter(({ kind }) => kind !== 'process_ended')
  return incidents.map((incident) => ({ ...incident, orders: orders.get(incident.id) ?? [] }))
}

type Settled = Order | { problem: 'closed' | 'not_openable'; order: Order }

/**
 * Completes a pending or timed-out order by hand, and writes off the missing amount. The customer reads the reason in
 * the credit history. The amount counts for the limit of the day.
 */
export async function settleByHand(
  ctx: Platform,
  actor: Actor,
  { orderNo, ...words }: Words & { orderNo: string },
): Promise<Settled> {
  const by = await requireStaff(ctx, actor, 'order.settle_by_hand')
  const reason = readReason(words.reason)
  const note = readWords('note', words.note)
  const known = await orderByNo(ctx.postgres.db, orderNo)
  if (!known) throw refuse('not_found')
  return orWait<Settled>(ctx, async (tx) => {
    const balance = await lockBalance(tx, known.accountId)
    const order = await lockOrder(tx, orderNo)
    if (!order) throw refuse('not_found')
    const late = order.status === orderStatus.timedOut
    const offer = await offerOf(ctx, tx, order)
    const due = dueByHand(offer.order)
    if (due === null) return { problem: 'closed', order }
    const { opening } = offer
    if (!opening) return { problem: 'not_openable', order }
    const missing = due > balance ? due - balance : 0n
    const input = { reason, note, missing: `${missing}` }
    const act = { verb: 'order.settle_by_hand', subject: orderNo, input, value: missing } as const
    const authority = await authorize(ctx, tx, by, { ...act, receiver: order.accountId })
    if (authority.waits) return authority
    if (missing > 0n) {
      const idem = `write-off:${order.no}`
      const entry = {
        accountId: order.accountId,
        kind: 'adjustment',
        micro: missing,
        orderNo,
        note: reason,
        idem,
      } as const
      await post(ctx, tx, entry)
    }
    await ctx.postgres.audit(tx, by, 'order.settle_by_hand', order.no, { ...input, approval: authority.approval })
    const completed = await completeOrder(ctx, tx, offer, { opening, due, late, received: 0n })
    await notifyOrderChange(ctx, tx, { orderNo, accountId: order.accountId })
    return completed
  })
}

export function unsettled({ problem }: { problem: 'closed' | 'not_openable' }): Refusal {
  return refuse(problem === 'closed' ? 'order_closed' : 'order_not_openable')
}

export async function closeHeld(ctx: Platform, actor: Actor, id: string, note: string): Promise<void> {
  const by = await requireStaff(ctx, actor, 'incident.close')
  if (note.trim() === '') throw refuse('missing_parameter', { param: 'note' })
  await ctx.postgres.transaction(async (tx) => {
    if (!/^\d{1,18}$/.test(id) || !(await closeIncident(tx, id, note, ctx.clock.now()))) throw refuse('not_found')
    await ctx.postgres.audit(tx, by, 'incident.close', id, { note })
  })
}

/** CSV of deposit addresses that still hold money, for the offline signing tool: network, index, address, amount. */
export async function sweepList(ctx: Platform, actor: Actor): Promise<string[]> {
  await requireStaff(ctx, actor, 'payments.held')
  const addresses = await bookedAddresses(ctx.postgres.db)
  const lines = addresses.map(({ network, index, address, booked }) => {
    const shown = shownAddress(ctx.settings, network, address)
    return `${network},${index},${shown},${formatMicro(booked)}`
  })
  return ['network,index,address,amount', ...lines]
}

/** Records an amount that was swept from an address, so that the balance audit expects the lower balance. */
export async function noteSweep(
  ctx: Platform,
  actor: Actor,
  sweep: { network: NetworkCode; index: number; txHash: string; micro: bigint },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'payment.sweep')
  await ctx.postgres.transaction(async (tx) => {
    await insertSweep(tx, sweep, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'payment.sweep', `${sweep.network}:${sweep.index}`, { txHash: sweep.txHash })
  })
}
