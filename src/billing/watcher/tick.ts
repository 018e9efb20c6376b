import { rewindOf } from '../chains/network.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { aboutToVanish, addressOwner, countMisses, recordSightings, watchedAddresses } from '../deposit-store.ts'
import { assertFence, type NetworkState, networkState, saveScan, takeLease } from '../network-store.ts'
import { tellOrder } from '../order-news.ts'
import { dueOrders } from '../order-store.ts'
import { reconcileOrder } from '../reconcile.ts'
import { auditBalances, rescanWholeBlocks } from './audit.ts'
import { lookAtClaims } from './claims.ts'
import { confirmTransfers } from './confirm.ts'
import { judgeBy } from './judge.ts'
import { answerQuestions } from './questions.ts'
import { scanTransfers } from './scan.ts'
import type { Watch } from './watch.ts'

/** Long against a tick, short against a customer's patience. */
export const leaseMs = 30_000

/** `behind`: the head is further away than one tick reads; call again at once. */
export type TickOutcome = 'done' | 'behind' | 'not_leader' | 'stopped'

/**
 * One look at the chain: read what is new and, again, everything that may still be replaced; write it down; believe what
 * is deep enough; let orders follow; compare balances. A fault anywhere leaves everything as it was.
 */
export async function tick(watch: Watch): Promise<TickOutcome> {
  const { ctx, network } = watch
  const fence = await takeLease(ctx.postgres.db, network.code, watch.owner, ctx.clock.now(), leaseMs)
  if (fence === null) return 'not_leader'
  const state = await networkState(ctx.postgres.db, network.code)
  if (!state || state.stopped !== null || state.cursor === null) return 'stopped'
  watch.known.genesis = state.genesisHash
  watch.pool.beginLook()
  const { number: head } = await watch.pool.head()
  const rewind = rewindOf(network)
  if (head < state.head - rewind) {
    throw new RpcFault('stale_head', `the head of every node is below block ${state.head}, which was seen before`)
  }
  const tag = await finalizedNumber(watch)
  const from = state.cursor + 1
  const to = Math.max(state.cursor, Math.min(head, state.cursor + Math.max(network.spanMax, 2 * rewind)))
  if (to >= from) await scanRange(watch, fence, { from, to, head, rewind, final: finalHeight(watch, state, head, tag) })
  const after = (await networkState(ctx.postgres.db, network.code)) ?? state
  await confirmTransfers(watch, fence, { depth: after.final, tag })
  await answerQuestions(watch, fence, { depth: after.final, tag })
  await settleDueOrders(watch, fence)
  if (to < head) return 'behind'
  await lookAtClaims(watch, fence, head)
  await rescanWholeBlocks(watch, fence, head)
  await auditBalances(watch, fence)
  return 'done'
}

type Scan = { from: number; to: number; head: number; rewind: number; final: number }

async function scanRange(watch: Watch, fence: number, scan: Scan): Promise<void> {
  const { ctx, network, node } = watch
  const addresses = await watchedAddresses(ctx.postgres.db, network.code, ctx.clock.now())
  const { sightings, topTime } = await scanTransfers(node, network, scan, addresses, watch.size)
  // What an audit found in whole blocks stays, however long the filter is silent about it.
  for (const seen of await aboutToVanish(ctx.postgres.db, network.code, scan, sightings)) {
    if ((await judgeBy(node, watch, seen)).kind === 'confirmed') sightings.push(seen)
  }
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    const now = ctx.clock.now()
    const appeared = await recordSightings(tx, network.code, sightings, now)
    const vanished = await countMisses(tx, network.code, scan, sightings)
    await saveScan(tx, network.code, {
      cursor: Math.max(0, Math.min(scan.to, scan.head - scan.rewind)),
      head: scan.head,
      final: scan.final,
      scannedTime: topTime,
      at: now,
    })
    for (const recipient of new Set([...appeared, ...vanished])) {
      const address = await addressOwner(tx, network.code, recipient as `0x${string}`)
      if (address) await tellOrder(ctx, tx, address)
    }
  })
}

/** Never moves backwards, never beyond the head. */
function finalHeight({ network }: Watch, state: NetworkState, head: number, tag: number | null): number {
  const depth = head - network.confirmations + 1
  const height = network.finality === 'tag' && tag !== null ? tag : depth
  return Math.min(head, Math.max(state.final, height))
}

async function finalizedNumber(watch: Watch): Promise<number | null> {
  const wanted = watch.network.finality === 'tag' || watch.network.finalizedFrom !== null
  if (!wanted || watch.knowsFinalized === false) return null
  try {
    const block = await watch.node.block('finalized')
    watch.knowsFinalized = true
    return block?.number ?? null
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind !== 'rpc_error' || watch.knowsFinalized) throw error
    watch.knowsFinalized = false
    return null
  }
}

async function settleDueOrders(watch: Watch, fence: number): Promise<void> {
  const { ctx, network } = watch
  for (const due of await dueOrders(ctx.postgres.db, network.code, ctx.clock.now())) {
    await ctx.postgres.transaction(async (tx) => {
      await assertFence(tx, network.code, fence)
      await reconcileOrder(ctx, tx, { ...due, network, moneyMoved: false })
    })
  }
}
