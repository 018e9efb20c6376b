import { formatMicro } from '#src/contract/money.ts'
import type { Block, ChainNode } from '../../chains/chain-node.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { readTransfer } from '../../chains/transfer.ts'
import { dateBack } from '../../deposits/deposit-store.ts'
import { openIncident } from '../../deposits/incident-store.ts'
import type { Anchor } from '../../networks/anchor-store.ts'
import { assertFence, forgetAfter } from '../../networks/network-store.ts'
import type { Watch } from '../network/watch.ts'
import { type Credited, creditedAfter, giveUpAt } from './sighting-store.ts'

/**
 * The newest block of a node that knows our chain. When every node has another hash for a final block, one scan waits,
 * since nodes may err. The next such scan opens an incident and follows the chain from the last unchanged block.
 * Credits stay: only a person takes them back.
 */
export async function provenHead(watch: Watch, fence: number): Promise<Block> {
  try {
    const head = await watch.pool.head()
    watch.reorganised = false
    return head
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind !== 'reorganised') throw error
    if (watch.reorganised) return follow(watch, fence)
    watch.reorganised = true
    throw error
  }
}

async function follow(watch: Watch, fence: number): Promise<Block> {
  const { ctx, network, node, known } = watch
  const { anchors, genesis } = known
  watch.beginScan({ genesis, anchors: anchors.slice(-1) })
  const head = await watch.pool.head()
  const { lost, found, kept } = await changedAnchors(node, anchors)
  const common = kept[0]
  if (lost && found && common) {
    const { gone, moved } = await whatBecameOf(watch, await creditedAfter(ctx.postgres.db, network.code, common.number))
    await ctx.postgres.transaction(async (tx) => {
      await assertFence(tx, network.code, fence)
      await forgetAfter(tx, network.code, common.number)
      await dateBack(tx, network.code, common.number)
      for (const deposit of moved) await giveUpAt(tx, network.code, deposit)
      await openIncident(tx, {
        network: network.code,
        kind: 'deep_reorganisation',
        subject: `${network.code}:${lost.number}:${lost.hash.slice(0, 18)}`,
        detail: {
          block: lost.number,
          was: lost.hash,
          now: found.hash,
          sharedUpTo: common.number,
          vanished: gone.length === 0 ? 'no credited deposit' : gone.map(inWords),
          movedToOtherBlocks: moved.length,
          orders: [...new Set(gone.map(({ orderNo }) => orderNo))],
        },
        at: ctx.clock.now(),
      })
    })
    ctx.log.error('blocks that were final were replaced', { network: network.code, after: common.number })
  }
  watch.beginScan({ genesis, anchors: kept })
  watch.reorganised = false
  return head
}

/** The newest anchor if its block has changed, and the unchanged anchors, newest first. */
async function changedAnchors(
  node: ChainNode,
  anchors: readonly Anchor[],
): Promise<{ lost: Anchor | null; found: Block | null; kept: readonly Anchor[] }> {
  let first: Block | null = null
  for (const [at, { number, hash }] of anchors.entries()) {
    const block = await node.block(number)
    if (block?.hash === hash)
      return { lost: at === 0 ? null : (anchors[0] ?? null), found: first, kept: anchors.slice(at) }
    first ??= block
  }
  throw new RpcFault('nonsense', 'no known block is left, and a moment ago one was')
}

/** `moved`: the transaction is in another block; `gone`: the chain no longer has it. */
async function whatBecameOf(
  { node, network }: Watch,
  credited: readonly Credited[],
): Promise<{ gone: Credited[]; moved: Credited[] }> {
  const tokenOf = { token: network.token, tokenDecimals: network.tokenDecimals }
  const gone: Credited[] = []
  const moved: Credited[] = []
  for (const deposit of credited) {
    const block = await node.block(deposit.blockNumber)
    if (block?.hash === deposit.blockHash) continue
    const receipt = await node.receipt(deposit.transactionHash)
    const at = receipt?.blockNumber ?? 0
    const wanted = { ...tokenOf, from: at, to: at, recipients: new Set([deposit.to]) }
    const transfers = receipt?.succeeded ? receipt.logs.map((row) => readTransfer(row, wanted)) : []
    const found = transfers.some((transfer) => !('problem' in transfer) && transfer.value === deposit.value)
    ;(found ? moved : gone).push(deposit)
  }
  return { gone, moved }
}

function inWords({ transactionHash, value, orderNo }: Credited): string {
  return `${transactionHash} with ${formatMicro(value)} USDT for order ${orderNo}`
}
