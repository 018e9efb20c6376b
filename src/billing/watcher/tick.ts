import { storeFailure } from '#src/platform/engines/store-failure.ts'
import { Fenced } from '#src/platform/leases/fenced.ts'
import { acquireLease, lifeIn } from '#src/platform/leases/lease.ts'
import type { Block } from '../chains/chain-node.ts'
import { rewindOf } from '../chains/network.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { addressOwner } from '../deposits/deposit-store.ts'
import { type Anchor, anchorsOf, saveAnchors } from '../networks/anchor-store.ts'
import { assertFence, leaseOf, type NetworkState, networkState, saveScan } from '../networks/network-store.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { dueOrders } from '../order/order-store.ts'
import { reconcileOrder } from '../settlement/reconcile.ts'
import { auditBalances, readForBalances } from './audit.ts'
import { closeJudged, confirmTransfers } from './confirm.ts'
import { judgeBy } from './judge.ts'
import type { Watch } from './network/watch.ts'
import { answerQuestions } from './questions.ts'
import { scanClaims } from './scan/claims.ts'
import { scanOtherTokens } from './scan/other-tokens.ts'
import { watchedRecipients } from './scan/recipient-store.ts'
import { provenHead } from './scan/reorganisation.ts'
import { scanTransfers } from './scan/scan-transfers.ts'
import { aboutToVanish, countMisses, recordSightings } from './scan/sighting-store.ts'

/** The minimum life of the lease on a network. The watcher renews the lease, even during a long scan. */
export const leaseMs = 6_000
/** Maximum number of vanished rows judged per scan; the other rows wait for the next scan. */
const judgedPerTick = 50

/** `behind`: the head is further away than one scan reads, so call again at once. */
export type TickOutcome = 'done' | 'behind' | 'not_leader' | 'stopped'

/**
 * One scan under the lease: reads new blocks, and again the blocks that may still be replaced; records transfers and
 * confirms those that are deep enough; updates orders; compares balances. A fault ends the scan; saved steps remain.
 */
export async function tick(watch: Watch): Promise<TickOutcome> {
  const { ctx, network } = watch
  const { db } = ctx.postgres
  const fence = await acquireLease(db, leaseOf(network.code), watch.owner, lifeIn(ctx, leaseMs))
  if (fence === null) return 'not_leader'
  const before = await networkState(db, network.code)
  if (!before || before.stopped !== null || before.cursor === null) return 'stopped'
  watch.beginScan({ genesis: before.genesisHash, anchors: await anchorsOf(db, network.code) })
  const head = await provenHead(watch, fence)
  const state = (await networkState(db, network.code)) ?? before
  const cursor = state.cursor ?? 0
  const rewind = rewindOf(network)
  if (head.number < state.head - rewind) {
    throw new RpcFault('stale_head', `the head of every node is below block ${state.head}, which was seen before`)
  }
  const tag = await finalizedBlock(watch)
  const from = cursor + 1
  const to = Math.max(cursor, Math.min(head.number, cursor + Math.max(network.spanMax, 2 * rewind)))
  if (to >= from) {
    const final = finalHeight(watch, state, head.number, tag)
    await scanRange(watch, fence, {
      from,
      to,
      head,
      rewind,
      final,
      anchors: await newAnchors(watch, cursor, final, tag),
    })
  }
  const after = (await networkState(db, network.code)) ?? state
  const heights = { depth: after.final, tag: tag?.number ?? null }
  await confirmTransfers(watch, fence, heights)
  await answerQuestions(watch, fence, heights)
  await settleDueOrders(watch, fence)
  if (to < head.number) return 'behind'
  await scanClaims(watch, fence, to)
  await readForBalances(watch, fence, to)
  await auditBalances(watch, fence, to)
  await scanOtherTokens(watch, fence, after.final)
  return 'done'
}

type Scan = { from: number; to: number; head: Block; rewind: number; final: number; anchors: readonly Anchor[] }

async function scanRange(watch: Watch, fence: number, scan: Scan): Promise<void> {
  const { ctx, network, node } = watch
  const { db } = ctx.postgres
  const top = scan.to === scan.head.number ? scan.head : await blockAt(watch, scan.to)
  const recipients = watchedRecipients(db, network.code, ctx.clock.now())
  const sightings = await scanTransfers(watch, scan, recipients, top)
  // A payment that an audit found in whole blocks stays, even if the filter never returns it.
  for (const [n, seen] of (await aboutToVanish(db, network.code, scan, sightings)).entries()) {
    if (n >= judgedPerTick || (await judgeBy(node, watch, seen)).kind === 'confirmed') sightings.push(seen)
  }
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    const now = ctx.clock.now()
    const appeared = await recordSightings(tx, network.code, sightings, now)
    const vanished = await countMisses(tx, network.code, scan, sightings)
    await saveScan(tx, network.code, {
      cursor: Math.max(0, Math.min(scan.to, scan.head.number - scan.rewind)),
      head: scan.head.number,
      final: scan.final,
      scannedTime: top.time,
      at: now,
    })
    await saveAnchors(tx, network.code, scan.anchors)
    for (const { hash } of vanished) await closeJudged(tx, hash, now)
    for (const recipient of new Set([...appeared, ...vanished.map((gone) => gone.recipient)])) {
      const address = await addressOwner(tx, network.code, recipient)
      if (address) await notifyOrderChange(ctx, tx, address)
    }
  })
}

/**
 * The missing anchors: the newest final block, and a block at or below the cursor. A reorganisation below the oldest
 * anchor is not followed.
 */
async function newAnchors(watch: Watch, cursor: number, final: number, tag: Block | null): Promise<Anchor[]> {
  const { anchors } = watch.known
  const numbers = [
    ...(anchors.some(({ number }) => number <= cursor) ? [] : [cursor]),
    ...(final > (anchors[0]?.number ?? cursor) ? [final] : []),
  ]
  const found: Anchor[] = []
  for (const number of numbers) found.push(tag?.number === number ? tag : await blockAt(watch, number))
  return found
}

async function blockAt({ node }: Watch, number: number): Promise<Block> {
  const block = await node.block(number)
  if (!block) throw new RpcFault('nonsense', `the node has no block ${number} below its head`)
  return block
}

/** The final height. It moves backwards only when the head is lower than the former final height. */
function finalHeight({ network }: Watch, state: NetworkState, head: number, tag: Block | null): number {
  const depth = head - network.confirmations + 1
  const height = network.finality === 'tag' && tag !== null ? tag.number : depth
  return Math.min(head, Math.max(state.final, height))
}

async function finalizedBlock(watch: Watch): Promise<Block | null> {
  const wanted = watch.network.finality === 'tag' || watch.network.finalizedFrom !== null
  if (!wanted || watch.knowsFinalized === false) return null
  try {
    const block = await watch.node.block('finalized')
    if (block) watch.knowsFinalized = true
    else if (watch.knowsFinalized) throw new RpcFault('nonsense', 'a node has no final block, unlike before')
    return block
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind !== 'rpc_error' || watch.knowsFinalized) throw error
    watch.knowsFinalized = false
    return null
  }
}

/** A failure of one order ends neither the scan nor the work for the other orders. */
async function settleDueOrders(watch: Watch, fence: number): Promise<void> {
  const { ctx, network } = watch
  for (const due of await dueOrders(ctx.postgres.db, network.code, ctx.clock.now())) {
    try {
      await ctx.postgres.transaction(async (tx) => {
        await assertFence(tx, network.code, fence)
        await reconcileOrder(ctx, tx, { ...due, moneyMoved: false })
      })
    } catch (cause) {
      if (cause instanceof Fenced || storeFailure(cause) !== null) throw cause
      ctx.log.error('an order could not be settled; it is tried again', { orderNo: due.orderNo, cause })
    }
  }
}
