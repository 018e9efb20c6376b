import type { ChainNode, Receipt } from '../chains/chain-node.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { readTransfer, type Transfer } from '../chains/transfer.ts'
import type { Observation } from '../deposits/deposit-store.ts'
import { openIncident } from '../deposits/incident-store.ts'
import type { Watch } from './network/watch.ts'

/** `altered`: the receipt has another value than the log. The receipt's value counts once the next scan confirms it. */
export type Verdict =
  | { kind: 'confirmed'; ordinal: number }
  | { kind: 'orphaned' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'altered'; value: bigint }
  | { kind: 'held' }
  | { kind: 'unclear' }

export async function judge(watch: Watch, transfer: Observation): Promise<Verdict> {
  const first = await judgeBy(watch.node, watch, transfer)
  const large = transfer.value >= watch.network.secondSourceFrom
  if (!watch.second || !large || first.kind !== 'confirmed') return first
  const second = await bySecond(watch.second, watch, transfer)
  if (second === null) return { kind: 'unclear' }
  if (second.kind === 'confirmed' && second.ordinal === first.ordinal) return first
  await openIncident(watch.ctx.postgres.db, {
    network: watch.network.code,
    kind: 'sources_disagree',
    subject: transfer.transactionHash,
    detail: { first: first.kind, second: second.kind, micro: transfer.value.toString() },
    at: watch.ctx.clock.now(),
  })
  return { kind: 'held' }
}

/** The verdict of the second source. Null after a fault, for example when the source is unreachable. */
async function bySecond(second: ChainNode, watch: Watch, transfer: Observation): Promise<Verdict | null> {
  try {
    return await judgeBy(second, watch, transfer)
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    return null
  }
}

/**
 * Judges a transfer by a node's response. A malformed response is a fault of the node and decides nothing about the
 * transfer.
 */
export async function judgeBy(node: ChainNode, watch: Watch, transfer: Observation): Promise<Verdict> {
  try {
    return await readAgain(node, watch, transfer)
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind !== 'nonsense') throw error
    if (node === watch.node) watch.pool.passOver()
    return { kind: 'unclear' }
  }
}

async function readAgain(node: ChainNode, watch: Watch, transfer: Observation): Promise<Verdict> {
  const block = await node.block(transfer.blockNumber)
  if (!block) return { kind: 'unclear' }
  if (block.hash !== transfer.blockHash) return { kind: 'orphaned' }
  const receipt = await node.receipt(transfer.transactionHash)
  if (!receipt) return { kind: 'unclear' }
  if (receipt.blockHash !== transfer.blockHash) return { kind: 'unclear' }
  if (!receipt.succeeded) return { kind: 'rejected', reason: 'transaction_failed' }
  const same = transfersOf(watch, transfer, receipt)
  const ordinal = same.findIndex((row) => row.logIndex === transfer.logIndex)
  const found = same[ordinal]
  if (!found) return { kind: 'unclear' }
  return found.value === transfer.value ? { kind: 'confirmed', ordinal } : { kind: 'altered', value: found.value }
}

/** The recipient's transfers in this transaction, in order. Re-mining does not change their order. */
function transfersOf({ network }: Watch, transfer: Observation, receipt: Receipt): Transfer[] {
  const { token, tokenDecimals } = network
  const at = { from: transfer.blockNumber, to: transfer.blockNumber, recipients: new Set([transfer.to]) }
  return receipt.logs
    .map((row) => readTransfer(row, { token, tokenDecimals, ...at }))
    .flatMap((row) => ('problem' in row ? [] : [row]))
    .sort((a, b) => a.logIndex - b.logIndex)
}
