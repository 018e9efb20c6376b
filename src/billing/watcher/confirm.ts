import type { Tx } from '#src/platform/platform.ts'
import type { ChainNode, Receipt } from '../chains/chain-node.ts'
import { readTransfer } from '../chains/transfer.ts'
import { addressOwner, type Observation, seenUpTo, setObservationState } from '../deposit-store.ts'
import { openIncident } from '../incidents.ts'
import { post } from '../ledger.ts'
import { assertFence, Fenced } from '../network-store.ts'
import { reconcileOrder } from '../reconcile.ts'
import { chainStart, type Watch } from './watch.ts'

/** Enough for a tick; the rest follows in the next one. */
const confirmationsPerTick = 50

type Verdict =
  | { kind: 'confirmed'; ordinal: number }
  | { kind: 'orphaned' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'held' }
  | { kind: 'unclear' }

/**
 * Transfers that are deep enough are read again, from the receipt and the block, and only then become the customer's
 * money. The ledger row, the order's new state and what it opens are one transaction.
 */
export async function confirmTransfers(
  watch: Watch,
  fence: number,
  final: { depth: number; tag: number | null },
): Promise<void> {
  const { ctx, network } = watch
  const seen = await seenUpTo(ctx.postgres.db, network.code, final.depth, watch.judgedTo, confirmationsPerTick)
  watch.judgedTo = (seen.length === confirmationsPerTick ? seen.at(-1) : null) ?? chainStart
  for (const transfer of seen) {
    if (mustWaitForTag(watch, transfer, final.tag)) continue
    const verdict = await judge(watch, transfer)
    if (verdict.kind === 'unclear' || verdict.kind === 'held') continue
    await settleOne(watch, fence, transfer, verdict)
  }
}

/** One customer's order that cannot be settled is put before a person and tried again; the others go on. */
async function settleOne(watch: Watch, fence: number, transfer: Observation, verdict: Verdict): Promise<void> {
  const { ctx, network } = watch
  try {
    await ctx.postgres.transaction((tx) => apply(watch, fence, tx, transfer, verdict))
  } catch (cause) {
    if (cause instanceof Fenced) throw cause
    ctx.log.error('a deposit could not be settled; it is tried again', { network: network.code, cause })
    await ctx.postgres.transaction(async (tx) => {
      await assertFence(tx, network.code, fence)
      await openIncident(tx, {
        network: network.code,
        kind: 'not_settled',
        subject: transfer.transactionHash,
        detail: { why: cause instanceof Error ? cause.message : 'unknown', micro: transfer.value.toString() },
        at: ctx.clock.now(),
      })
    })
  }
}

function mustWaitForTag({ network }: Watch, transfer: Observation, tag: number | null): boolean {
  const large = network.finalizedFrom !== null && transfer.value >= network.finalizedFrom
  return large && tag !== null && transfer.blockNumber > tag
}

async function judge(watch: Watch, transfer: Observation): Promise<Verdict> {
  const first = await judgeBy(watch.node, watch, transfer)
  const large = transfer.value >= watch.network.secondSourceFrom
  if (!watch.second || !large || first.kind !== 'confirmed') return first
  const second = await judgeBy(watch.second, watch, transfer)
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

async function judgeBy(node: ChainNode, watch: Watch, transfer: Observation): Promise<Verdict> {
  const block = await node.block(transfer.blockNumber)
  if (!block) return { kind: 'unclear' }
  if (block.hash !== transfer.blockHash) return { kind: 'orphaned' }
  const receipt = await node.receipt(transfer.transactionHash)
  if (!receipt) return { kind: 'unclear' }
  if (receipt.blockHash !== transfer.blockHash) return { kind: 'unclear' }
  if (!receipt.succeeded) return { kind: 'rejected', reason: 'transaction_failed' }
  const ordinal = ordinalInReceipt(watch, transfer, receipt)
  return ordinal === null ? { kind: 'unclear' } : { kind: 'confirmed', ordinal }
}

/** Which of the recipient's transfers in this transaction it is: the part of its identity that survives re-mining. */
function ordinalInReceipt({ network }: Watch, transfer: Observation, receipt: Receipt): number | null {
  const range = { from: transfer.blockNumber, to: transfer.blockNumber }
  const same = receipt.logs
    .map((row) => readTransfer(row, { token: network.token, ...range, recipients: new Set([transfer.to]) }))
    .flatMap((row) => ('problem' in row ? [] : [row]))
    .sort((a, b) => a.logIndex - b.logIndex)
  const at = same.findIndex((row) => row.logIndex === transfer.logIndex)
  return at >= 0 && same[at]?.value === transfer.value ? at : null
}

async function apply(watch: Watch, fence: number, tx: Tx, transfer: Observation, verdict: Verdict): Promise<void> {
  const { ctx, network } = watch
  await assertFence(tx, network.code, fence)
  const address = await addressOwner(tx, network.code, transfer.to)
  if (!address || verdict.kind === 'unclear' || verdict.kind === 'held') return
  const reason = verdict.kind === 'rejected' ? verdict.reason : null
  const moved = await setObservationState(tx, network.code, transfer, verdict.kind, ctx.clock.now(), reason)
  if (!moved) return
  if (verdict.kind === 'rejected') {
    await openIncident(tx, {
      network: network.code,
      kind: 'transfer_rejected',
      subject: transfer.transactionHash,
      detail: { reason: verdict.reason, orderNo: address.orderNo },
      at: ctx.clock.now(),
    })
  }
  if (verdict.kind === 'confirmed') {
    await post(ctx, tx, {
      accountId: address.accountId,
      kind: 'deposit',
      micro: transfer.value,
      orderNo: address.orderNo,
      network: network.code,
      txHash: transfer.transactionHash,
      idem: `deposit:${network.code}:${transfer.transactionHash}:${transfer.to}:${verdict.ordinal}`,
    })
  }
  await reconcileOrder(ctx, tx, { accountId: address.accountId, orderNo: address.orderNo, network, moneyMoved: true })
}
