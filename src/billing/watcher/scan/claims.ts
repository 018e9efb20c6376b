import { minuteMs } from '#src/contract/time.ts'
import { noteClaimTried, type OpenClaim, openClaims } from '../../deposits/claim-store.ts'
import { addressOfOrder } from '../../deposits/deposit-store.ts'
import { assertFence } from '../../networks/network-store.ts'
import { notifyOrderChange } from '../../order/order-changes.ts'
import type { Watch } from '../network/watch.ts'
import { otherTransfers, recordOtherTokens } from './other-tokens.ts'
import { readWholeBlocks } from './scan-transfers.ts'
import { recordSightings } from './sighting-store.ts'

const claimsPerTick = 3
/** How long the node is queried for an unknown transaction. */
const patienceMs = 30 * minuteMs

/**
 * Reads a claimed transaction's block: the recipient decides whose money it is. A hash that the node does not know
 * costs one request per scan.
 */
export async function scanClaims(watch: Watch, fence: number, head: number): Promise<void> {
  for (const claim of await openClaims(watch.ctx.postgres.db, watch.network.code, claimsPerTick)) {
    await scanClaim(watch, fence, head, claim)
  }
}

async function scanClaim(watch: Watch, fence: number, head: number, claim: OpenClaim): Promise<void> {
  const { ctx, network, node } = watch
  const address = await addressOfOrder(ctx.postgres.db, claim.orderNo)
  // The try is recorded before any request, so that a claim that makes a node fail goes to the end of the queue.
  await noteClaimTried(ctx.postgres.db, claim, ctx.clock.now(), false)
  const receipt = await node.receipt(claim.hash)
  const number = receipt && receipt.blockNumber <= head ? receipt.blockNumber : null
  const range = number === null ? null : { from: number, to: number }
  const ours = new Set(address ? [address.address] : [])
  const sightings = range && ours.size > 0 ? await readWholeBlocks(watch, range, ours) : []
  if (receipt?.succeeded && range)
    await recordOtherTokens(watch, fence, otherTransfers(watch, receipt.logs, range, ours))
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    const now = ctx.clock.now()
    const found = await recordSightings(tx, network.code, sightings, now)
    await noteClaimTried(tx, claim, now, number !== null || now - claim.claimedAt > patienceMs)
    if (address && found.length > 0) await notifyOrderChange(ctx, tx, address)
  })
}
