import { formatAddress } from '../chains/address.ts'
import type { Network } from '../chains/network.ts'
import { formatUnits, microOf, roundingSlack } from '../chains/token-amount.ts'
import { firstBlockOf } from '../deposits/deposit-address.ts'
import { type DepositAddress, observationsAt } from '../deposits/deposit-store.ts'
import { closeRecovered, openIncident } from '../deposits/incident-store.ts'
import { assertFence } from '../networks/network-store.ts'
import { orderTimes } from '../order/order.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import {
  addressesToAudit,
  addressesToRescan,
  noteAudit,
  oldAddressesToAudit,
  setRescan,
  sweptFrom,
  watchAgain,
} from './audit-store.ts'
import type { Watch } from './network/watch.ts'
import { readLogs, readWholeBlocks } from './scan/scan-transfers.ts'
import { recordSightings } from './scan/sighting-store.ts'

const auditsPerTick = 5
const oldAuditsPerTick = 3
const wholeBlocksPerTick = 100
const filteredCallsPerTick = 10
/**
 * If a search begins more than this number of blocks below the head, it first uses the filter, because reading whole
 * blocks would take days.
 */
const recentBlocks = 5_000
/** After this many rescans an unexplained balance needs a person. */
const rescansMax = 3

/**
 * Compares balances with the known transfers: a node whose index lost a transfer returns nothing from eth_getLogs, but
 * the token balance reveals the transfer.
 */
export async function auditBalances(watch: Watch, fence: number, head: number): Promise<void> {
  const { ctx, network } = watch
  const { db } = ctx.postgres
  const recent = await addressesToAudit(db, network.code, ctx.clock.now(), auditsPerTick)
  const old = await oldAddressesToAudit(db, network.code, ctx.clock.now(), oldAuditsPerTick)
  for (const address of [...recent, ...old]) await auditAddress(watch, fence, address, head)
}

async function auditAddress(watch: Watch, fence: number, address: DepositAddress, head: number): Promise<void> {
  const { ctx, network, node } = watch
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const balance = microOf(await node.tokenBalance(address.address), network.tokenDecimals)
  const swept = await sweptFrom(db, address)
  const held = balance + swept
  const known = await observationsAt(db, network.code, address.address)
  const explained = known
    .filter((seen) => seen.state === 'seen' || seen.state === 'confirmed')
    .reduce((total, seen) => total + seen.value, 0n)
  const about = { address: shownIn(network, address), orderNo: address.orderNo }
  const detail = { ...about, held: `${held}`, explained: `${explained}` }
  if (held > explained + roundingSlack(network.tokenDecimals)) {
    const rescans = address.rescans + 1
    if (rescans > rescansMax) await report(watch, 'balance_unexplained', address, detail)
    const from = firstBlockOf(network, address)
    await ctx.postgres.transaction(async (tx) => {
      await assertFence(tx, network.code, fence)
      await setRescan(tx, address, from, Math.min(rescans, rescansMax), now)
      await watchAgain(tx, address, now + orderTimes.watchMs)
      await notifyOrderChange(ctx, tx, address)
    })
    return
  }
  const settled = known.filter((seen) => seen.state === 'confirmed').reduce((total, seen) => total + seen.value, 0n)
  if (held < settled) await report(watch, 'balance_dropped', address, detail)
  const native = await node.nativeBalance(address.address)
  // After a sweep the native coin is the unused gas, which belongs to the operator.
  if (native > 0n && swept === 0n) {
    const { symbol, decimals } = network.nativeCoin
    const coin = `${formatUnits(native, decimals)} ${symbol}`
    await report(watch, 'native_coin', address, { ...about, coin })
  }
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    await noteAudit(tx, address, held >= explained ? head : null, now)
    if (address.rescans > 0) {
      await closeRecovered(tx, 'balance_unexplained', subjectOf(network, address), now)
      await notifyOrderChange(ctx, tx, address)
    }
  })
}

async function report(
  watch: Watch,
  kind: 'balance_unexplained' | 'balance_dropped' | 'native_coin',
  address: DepositAddress,
  detail: object,
): Promise<void> {
  const { ctx, network } = watch
  const subject = subjectOf(network, address)
  await openIncident(ctx.postgres.db, { network: network.code, kind, subject, detail, at: ctx.clock.now() })
}

function subjectOf(network: Network, address: DepositAddress): string {
  return `${network.code}:${shownIn(network, address)}`
}

function shownIn({ addressFormat }: Network, { address }: DepositAddress): string {
  return formatAddress(address, addressFormat)
}

/**
 * Reads more blocks for addresses with an unexplained balance. Once the head is reached, these addresses are audited
 * again.
 */
export async function readForBalances(watch: Watch, fence: number, head: number): Promise<void> {
  const { ctx, network } = watch
  const waiting = await addressesToRescan(ctx.postgres.db, network.code, head - recentBlocks)
  const [first] = waiting
  const from = first?.rescanFrom
  if (!first || from === null || from === undefined) return
  const isFar = (address: DepositAddress) =>
    address.rescans <= 1 && firstBlockOf(network, address) < head - recentBlocks
  const far = isFar(first)
  const to = Math.min(head, from - 1 + (far ? filteredCallsPerTick * watch.size.span : wholeBlocksPerTick))
  const inRange = waiting.filter(
    (address) => isFar(address) === far && (address.rescanFrom ?? 0) >= from && (address.rescanFrom ?? head) <= to,
  )
  const wanted = new Set(inRange.map((address) => address.address))
  const sightings = await (far ? readLogs : readWholeBlocks)(watch, { from, to }, wanted)
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    await recordSightings(tx, network.code, sightings, ctx.clock.now())
    for (const address of inRange) {
      const done = to >= head
      // At the head the address is audited again at once, and an explained balance ends the search.
      await setRescan(tx, address, done ? null : to + 1, address.rescans, done ? 0 : ctx.clock.now())
      await notifyOrderChange(ctx, tx, address)
    }
  })
}
