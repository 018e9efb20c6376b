import { RpcFault } from '../chains/rpc-fault.ts'
import { type Hash, readTransfer } from '../chains/transfer.ts'
import { addressOwner, type Observation, observationsOf } from '../deposits/deposit-store.ts'
import { assertFence } from '../networks/network-store.ts'
import {
  awaitedRefund,
  type ChainAnswer,
  type ChainQuestion,
  type DepositAnswer,
  openQuestions,
  type RefundAnswer,
  saveAnswer,
  type TransferVerdict,
} from '../networks/question-store.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { type FinalHeights, mustWaitForTag, settleOne } from './confirm.ts'
import { judge } from './judge.ts'
import type { Watch } from './network/watch.ts'
import { otherTransfers, recordOtherTokens } from './scan/other-tokens.ts'
import { readWholeBlocks } from './scan/scan-transfers.ts'
import { recordSightings } from './scan/sighting-store.ts'

const questionsPerTick = 5
const othersMax = 1_000

/** Answers people's questions about transactions. A fault of the node ends only the question that met the fault. */
export async function answerQuestions(watch: Watch, fence: number, final: FinalHeights): Promise<void> {
  const { ctx, network } = watch
  for (const question of await openQuestions(ctx.postgres.db, network.code, ctx.clock.now(), questionsPerTick)) {
    const answer = await answerOne(watch, fence, final, question)
    await saveAnswer(ctx.postgres.db, question.id, answer, ctx.clock.now())
  }
}

async function answerOne(
  watch: Watch,
  fence: number,
  final: FinalHeights,
  { hash, refundId }: ChainQuestion,
): Promise<ChainAnswer> {
  try {
    if (refundId === null) return await answerAboutDeposits(watch, fence, final, hash)
    return await answerAboutRefund(watch, final, hash, refundId)
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    return { found: 'no_answer', message: error.message }
  }
}

async function answerAboutDeposits(
  watch: Watch,
  fence: number,
  final: FinalHeights,
  hash: Hash,
): Promise<DepositAnswer> {
  const inBlock = await findInBlock(watch, fence, hash)
  const { db } = watch.ctx.postgres
  const known = await observationsOf(db, watch.network.code, hash)
  if (known.length === 0) return { found: inBlock ? 'no_deposit' : 'no_transaction' }
  const verdicts = []
  for (const transfer of known) {
    const owner = await addressOwner(db, watch.network.code, transfer.to)
    const verdict = await judgeAgain(watch, fence, final, transfer)
    verdicts.push({ orderNo: owner?.orderNo ?? '', micro: transfer.value.toString(), verdict })
  }
  return { found: 'transfers', transfers: verdicts }
}

/**
 * Records the transfers of a transaction to our addresses. Those of the network's token are read from the whole block,
 * those of other tokens from the receipt. False when the chain does not have the transaction.
 */
async function findInBlock(watch: Watch, fence: number, hash: Hash): Promise<boolean> {
  const { ctx, network, node } = watch
  const receipt = await node.receipt(hash)
  if (!receipt) return false
  const { token, tokenDecimals } = network
  const range = { from: receipt.blockNumber, to: receipt.blockNumber }
  const ours = new Set<Observation['to']>()
  for (const row of receipt.logs) {
    const transfer = readTransfer(row, { token, tokenDecimals, ...range, recipients: null })
    if (!('problem' in transfer) && (await addressOwner(ctx.postgres.db, network.code, transfer.to)))
      ours.add(transfer.to)
  }
  if (receipt.succeeded)
    await recordOtherTokens(watch, fence, otherTransfers(watch, receipt.logs, range, null).slice(0, othersMax))
  const sightings = ours.size === 0 ? [] : await readWholeBlocks(watch, range, ours)
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    for (const recipient of await recordSightings(tx, network.code, sightings, ctx.clock.now())) {
      const address = await addressOwner(tx, network.code, recipient)
      if (address) await notifyOrderChange(ctx, tx, address)
    }
  })
  return true
}

/** Judges the transfers of a transaction now. Judges a transfer once more if its value was corrected. */
async function judgeAgain(
  watch: Watch,
  fence: number,
  final: FinalHeights,
  transfer: Observation,
  again = true,
): Promise<TransferVerdict> {
  if (transfer.state === 'confirmed') return 'confirmed'
  if (transfer.state === 'orphaned') return 'orphaned'
  if (transfer.blockNumber > final.depth || mustWaitForTag(watch, transfer, final.tag)) return 'waiting'
  const verdict = await judge(watch, transfer)
  if (verdict.kind === 'unclear' || verdict.kind === 'held') return verdict.kind
  await settleOne(watch, fence, transfer, verdict)
  const [now] = (await observationsOf(watch.ctx.postgres.db, watch.network.code, transfer.transactionHash)).filter(
    (seen) => seen.blockHash === transfer.blockHash && seen.logIndex === transfer.logIndex,
  )
  if (now?.state === 'seen' || now?.state === 'rejected') {
    if (verdict.kind === 'altered' && again) return judgeAgain(watch, fence, final, now, false)
    return verdict.kind === 'rejected' ? 'rejected' : 'unclear'
  }
  return now?.state ?? 'orphaned'
}

async function answerAboutRefund(
  watch: Watch,
  final: FinalHeights,
  hash: Hash,
  refundId: string,
): Promise<RefundAnswer> {
  const { ctx, network, node } = watch
  const awaited = await awaitedRefund(ctx.postgres.db, refundId)
  const receipt = await node.receipt(hash)
  if (!receipt || !awaited) return { found: 'no_transaction' }
  if (!receipt.succeeded) return { found: 'failed' }
  const block = await node.block(receipt.blockNumber)
  if (block?.hash !== receipt.blockHash || receipt.blockNumber > final.depth) return { found: 'not_final' }
  const { token, tokenDecimals } = network
  const range = { from: receipt.blockNumber, to: receipt.blockNumber }
  const sent = receipt.logs.map((row) =>
    readTransfer(row, { token, tokenDecimals, ...range, recipients: new Set([awaited.address]) }),
  )
  const found = sent.some((transfer) => !('problem' in transfer) && transfer.value === awaited.micro)
  return { found: found ? 'paid' : 'other_transfer' }
}
