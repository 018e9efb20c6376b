import type { WireOrder } from '#src/contract/account/billing.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import { isPriceReason } from '#src/contract/sales/late-reason.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { type Network, type NetworkCode, networksOf, shownAddress } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'
import { verifiedAddress } from '../deposits/deposit-address.ts'
import { addressOfOrder, type DepositAddress } from '../deposits/deposit-store.ts'
import { orderPayments } from '../deposits/order-payments.ts'
import { otherTokenAt } from '../deposits/other-token-store.ts'
import { isUnread, whyClosed } from '../networks/network-health.ts'
import { type NetworkState, networkState } from '../networks/network-store.ts'
import { type Order, type Payment, viewPayments } from '../order/order.ts'
import { presentCoupon } from '../order/quote.ts'
import { presentTransaction } from './present-transaction.ts'

/**
 * An order for its customer, with its current state on chain. Refuses the order if its address could not be verified.
 */
export async function presentOrder(
  ctx: Platform,
  order: Order,
  locale: Locale,
  db: Db = ctx.postgres.db,
): Promise<WireOrder> {
  const { shown, inDoubt } = await present(ctx, order, locale, db)
  if (inDoubt) throw refuse('address_unverified')
  return shown
}

/** Omits an address that could not be verified, so that the other orders of the list are still shown. */
export async function presentListedOrder(ctx: Platform, order: Order, locale: Locale): Promise<WireOrder> {
  return (await present(ctx, order, locale, ctx.postgres.db)).shown
}

async function present(
  ctx: Platform,
  order: Order,
  locale: Locale,
  db: Db,
): Promise<{ shown: WireOrder; inDoubt: boolean }> {
  const network = networksOf(ctx.settings).find((candidate) => candidate.code === order.network) ?? null
  const stored = await addressOfOrder(db, order.no)
  const payments = await orderPayments(ctx, db, order, stored)
  const state = await networkState(db, order.network)
  const address = stored && network ? await verifiedAddress(ctx, network, stored) : null
  const view = viewPayments(order, payments)
  const plan = catalogueOf(ctx).planById(order.planId, order.planEdition)
  const missing = order.payable > view.received ? order.payable - view.received : 0n
  const shown: WireOrder = {
    orderNo: order.no,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    closedAt: order.closedAt,
    serverTime: ctx.clock.now(),
    status: order.status,
    payment: view.payment,
    flags: view.flags,
    detected: view.detected,
    verifying: stored !== null && (stored.rescanFrom !== null || stored.rescans > 0),
    networkDelayed:
      order.status === orderStatus.pending && network !== null && isUnread(whyClosed(network, state, ctx.clock.now())),
    extended: order.extended,
    received: formatMicro(view.received),
    missing: formatMicro(missing),
    late: presentLate(order),
    amount: formatMicro(order.payable),
    kind: order.kind,
    keyId: order.keyId,
    planId: order.planId,
    planName: plan ? planName(plan, locale) : order.planId,
    period: order.period,
    currency,
    network: order.network,
    chainName: network?.chainName ?? order.network,
    list: formatMicro(order.list),
    discount: formatMicro(order.discount),
    coupon: presentCoupon(order.couponCode, order.couponDiscount),
    upgradeDifference: formatMicro(order.upgradeDifference),
    credit: formatMicro(order.credit),
    payable: formatMicro(order.payable),
    address,
    ...confirmationsOf(order, payments, network, state),
    transactions: payments.map((payment) => transaction(payment, network, state, order.network)),
    otherToken: stored && order.status !== orderStatus.completed ? await otherToken(ctx, db, network, stored) : null,
  }
  return { shown, inDoubt: stored !== null && network !== null && address === null }
}

function presentLate({ lateReasons, lateDue }: Order): WireOrder['late'] {
  if (lateReasons.length === 0) return null
  const due = lateDue !== null && lateReasons.some(isPriceReason) ? formatMicro(lateDue) : null
  return { reasons: [...lateReasons], due }
}

/** Another token at the order's address. It is not shown for completed orders, since they need no more money. */
async function otherToken(
  ctx: Platform,
  db: Db,
  network: Network | null,
  { network: code, address }: DepositAddress,
): Promise<WireOrder['otherToken']> {
  const found = await otherTokenAt(db, code, address)
  if (!found) return null
  const { symbol, amount, token, transactionHash } = found
  const transaction = presentTransaction(network, code, transactionHash)
  return { symbol, amount, token: shownAddress(ctx.settings, code, token), transaction }
}

/** The confirmations of the payment that lacks the most, because the customer waits for it. */
function confirmationsOf(
  order: Order,
  payments: readonly Payment[],
  network: Network | null,
  state: NetworkState | null,
) {
  const waits = payments.map((payment) => {
    const needed = neededFor(network, payment.value)
    return { confirmations: depthOf(payment, needed, state), confirmationsNeeded: needed }
  })
  const missing = (wait: (typeof waits)[number]) => wait.confirmationsNeeded - wait.confirmations
  const [slowest] = waits.sort((a, b) => missing(b) - missing(a))
  return slowest ?? { confirmations: 0, confirmationsNeeded: neededFor(network, order.payable) }
}

/** The number of confirmations that a deposit needs. Large deposits wait for the chain's own finality. */
function neededFor(network: Network | null, value: bigint): number {
  if (!network) return 0
  const large = network.finalizedFrom !== null && value >= network.finalizedFrom
  return large ? Math.max(network.confirmations, network.finalizedBlocks) : network.confirmations
}

function depthOf(payment: Payment, needed: number, state: NetworkState | null): number {
  if (payment.final) return needed
  return Math.max(0, Math.min(needed - 1, (state?.head ?? 0) - payment.blockNumber + 1))
}

function transaction(
  payment: Payment & { hash: Hash },
  network: Network | null,
  state: NetworkState | null,
  code: NetworkCode,
) {
  const { hash, url } = presentTransaction(network, code, payment.hash)
  return {
    hash,
    amount: formatMicro(payment.value),
    confirmations: depthOf(payment, neededFor(network, payment.value), state),
    final: payment.final,
    url,
  }
}
