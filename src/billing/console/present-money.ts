import { addressesOf, contactOf } from '#src/accounts/sessions/profile.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { HeldPayment, ListedOrder, OrderStory as WireStory } from '#src/contract/operator/money/orders.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type NetworkCode, networksOf, shownAddress } from '../chains/network.ts'
import { addressOfOrder, observationsAt } from '../deposits/deposit-store.ts'
import { networkState } from '../networks/network-store.ts'
import type { Held } from '../operator/held-payments.ts'
import type { OrderPage } from '../operator/order-list.ts'
import { detailTexts, type OrderStory } from '../operator/order-story.ts'
import type { StoryEvent } from '../operator/story-store.ts'
import { presentListedOrder } from '../present/present-order.ts'
import { presentTransaction } from '../present/present-transaction.ts'

type Order = OrderPage['orders'][number]

export async function presentOrders(ctx: Platform, orders: readonly Order[], locale: Locale): Promise<ListedOrder[]> {
  const ids = [...new Set(orders.map(({ accountId }) => accountId))]
  const emails = new Map((await addressesOf(ctx.postgres.db, ids)).map(({ accountId, email }) => [accountId, email]))
  const { planById } = catalogueOf(ctx)
  return orders.map((order) => {
    const plan = planById(order.planId, order.planEdition)
    return {
      no: order.no,
      createdAt: order.createdAt,
      customer: { id: order.accountId, email: emails.get(order.accountId) ?? null },
      planName: plan ? planName(plan, locale) : order.planId,
      months: order.months,
      network: order.network,
      payable: formatMicro(order.payable),
      arrived: order.arrived === null ? null : formatMicro(order.arrived),
      state: stateOf(order),
    }
  })
}

function stateOf({ status, isHeld, arrived, payable }: Order): ListedOrder['state'] {
  if (status === orderStatus.completed) return 'completed'
  if (isHeld) return 'held'
  if (status === orderStatus.cancelled) return 'cancelled'
  if (status === orderStatus.timedOut) return 'timed_out'
  if (arrived === null) return 'awaiting'
  return arrived < payable ? 'part_paid' : 'confirming'
}

export function presentHeld(ctx: Platform, { detail, network: code, ...held }: Held): HeldPayment {
  const network = networksOf(ctx.settings).find((known) => known.code === code) ?? null
  const { micro, orders: _orders, orderNo: _orderNo, ...more } = detail
  const isTransaction = code !== null && /^0x[0-9a-f]{64}$/.test(held.subject)
  return {
    id: held.id,
    kind: held.kind,
    network: code,
    subject: held.subject,
    openedAt: held.openedAt,
    amount: typeof micro === 'string' ? formatMicro(BigInt(micro)) : null,
    transaction: isTransaction ? presentTransaction(network, code, held.subject) : null,
    detail: detailTexts(more),
    orders: held.orders,
  }
}

export async function presentStory(ctx: Platform, story: OrderStory, locale: Locale): Promise<WireStory> {
  const { db } = ctx.postgres
  const { order } = story
  const stored = await addressOfOrder(db, order.no)
  const shown = await presentListedOrder(ctx, order, locale)
  const state = await networkState(db, order.network)
  return {
    order: shown,
    customer: { id: order.accountId, email: (await contactOf(db, order.accountId))?.email ?? null },
    credit: formatMicro(story.credit),
    readTo: state?.scannedTime ?? 0,
    addressNumber: stored?.index ?? null,
    addressProven: stored !== null && shown.address !== null,
    transfers: stored ? await presentTransfers(ctx, order.network, stored.address) : [],
    held: story.held.map((held) => presentHeld(ctx, held)),
    events: story.events.map(presentEvent),
    missing: story.missing === null ? null : formatMicro(story.missing),
  }
}

async function presentTransfers(
  ctx: Platform,
  code: NetworkCode,
  address: Parameters<typeof observationsAt>[2],
): Promise<WireStory['transfers']> {
  const network = networksOf(ctx.settings).find((known) => known.code === code) ?? null
  const seen = await observationsAt(ctx.postgres.db, code, address)
  return seen.map((one) => ({
    transaction: presentTransaction(network, code, one.transactionHash),
    amount: formatMicro(one.value),
    state: one.state,
    from: shownAddress(ctx.settings, code, one.from),
    block: one.blockNumber,
    blockTime: one.blockTime,
    seenAt: one.firstSeenAt,
  }))
}

function presentEvent({ at, source, what, micro, detail }: StoryEvent): WireStory['events'][number] {
  return {
    at: at.getTime(),
    source,
    what,
    amount: micro === null ? null : formatMicro(BigInt(micro)),
    detail: detailTexts(detail),
  }
}
