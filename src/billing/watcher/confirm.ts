import { dayMs, minuteMs } from '#src/contract/time.ts'
import { Fenced } from '#src/platform/leases/fenced.ts'
import type { Tx } from '#src/platform/platform.ts'
import type { Hash } from '../chains/transfer.ts'
import { addressOwner, type Observation, sightingId, transfersToJudge } from '../deposits/deposit-store.ts'
import { closeRecovered, openIncident } from '../deposits/incident-store.ts'
import { assertFence } from '../networks/network-store.ts'
import { post } from '../order/ledger-store.ts'
import { dustSettings } from '../settings.ts'
import { reconcileOrder } from '../settlement/reconcile.ts'
import { judge, type Verdict } from './judge.ts'
import type { Watch } from './network/watch.ts'
import { correctValue, giveUpElsewhere, setObservationState } from './scan/sighting-store.ts'

/**
 * Maximum number of transfers judged per scan; other transfers wait for the next scan. Dust has its own limit and never
 * displaces payments.
 */
const perTick = { large: 50, dust: 10 }
const rejectedAgainMs = dayMs
/** A transfer without a receipt this long after its block needs a person. */
const unclearMsMax = 30 * minuteMs

/** Blocks up to `depth` are deep enough. Large deposits wait for `tag`, if the node knows it. */
export type FinalHeights = { depth: number; tag: number | null }

/**
 * Before a transfer that is deep enough becomes the customer's money, reads the transfer again from receipt and block.
 * The ledger entry, the order status and the subscription are written in one transaction.
 */
export async function confirmTransfers(watch: Watch, fence: number, final: FinalHeights): Promise<void> {
  const large = await nextToJudge(watch, final.depth, 'large')
  const dust = await nextToJudge(watch, final.depth, 'dust')
  for (const transfer of [...large, ...dust]) {
    if (mustWaitForTag(watch, transfer, final.tag)) continue
    const verdict = await judge(watch, transfer)
    if (verdict.kind === 'unclear') await reportUnclear(watch, transfer)
    if (verdict.kind === 'unclear' || verdict.kind === 'held') continue
    await settleOne(watch, fence, transfer, verdict)
  }
}

async function nextToJudge(
  { ctx, network, judged }: Watch,
  height: number,
  lane: 'large' | 'dust',
): Promise<Observation[]> {
  const { dust } = ctx.settings.of(dustSettings)
  const found = await transfersToJudge(ctx.postgres.db, network.code, {
    height,
    size: lane === 'large' ? { from: dust } : { below: dust },
    except: [...judged[lane]],
    rejectedSince: ctx.clock.now() - rejectedAgainMs,
    limit: perTick[lane],
  })
  if (found.length < perTick[lane]) judged[lane].clear()
  else for (const transfer of found) judged[lane].add(sightingId(transfer))
  return found
}

async function reportUnclear({ ctx, network }: Watch, transfer: Observation): Promise<void> {
  const at = ctx.clock.now()
  if (at - transfer.blockTime < unclearMsMax) return
  await openIncident(ctx.postgres.db, {
    network: network.code,
    kind: 'deposit_unclear',
    subject: transfer.transactionHash,
    detail: { micro: transfer.value.toString() },
    at,
  })
}

/**
 * Settles one transfer. After a failure it is retried at each scan, and a second failure in a row opens an incident;
 * the other transfers continue.
 */
export async function settleOne(watch: Watch, fence: number, transfer: Observation, verdict: Verdict): Promise<void> {
  const { ctx, network, unsettled } = watch
  const id = sightingId(transfer)
  try {
    await ctx.postgres.transaction((tx) => apply(watch, fence, tx, transfer, verdict))
    unsettled.delete(id)
  } catch (cause) {
    if (cause instanceof Fenced) throw cause
    ctx.log.error('a deposit could not be settled; it is tried again', { network: network.code, cause })
    if (!unsettled.has(id)) return void unsettled.add(id)
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

export function mustWaitForTag({ network }: Watch, transfer: Observation, tag: number | null): boolean {
  const large = network.finalizedFrom !== null && transfer.value >= network.finalizedFrom
  return large && tag !== null && transfer.blockNumber > tag
}

async function apply(watch: Watch, fence: number, tx: Tx, transfer: Observation, verdict: Verdict): Promise<void> {
  const { ctx, network } = watch
  await assertFence(tx, network.code, fence)
  const address = await addressOwner(tx, network.code, transfer.to)
  if (!address || verdict.kind === 'unclear' || verdict.kind === 'held') return
  if (verdict.kind === 'altered') return correctValue(tx, network.code, transfer, verdict.value)
  const reason = verdict.kind === 'rejected' ? verdict.reason : null
  const moved = await setObservationState(tx, network.code, transfer, verdict.kind, ctx.clock.now(), reason)
  if (!moved) return
  await closeJudged(tx, transfer.transactionHash, ctx.clock.now())
  if (verdict.kind === 'rejected') {
    await openIncident(tx, {
      network: network.code,
      kind: 'transfer_rejected',
      subject: transfer.transactionHash,
      detail: { reason: verdict.reason, orderNo: address.orderNo },
      at: ctx.clock.now(),
    })
  } else {
    await closeRecovered(tx, 'transfer_rejected', transfer.transactionHash, ctx.clock.now())
  }
  let moneyMoved = true
  if (verdict.kind === 'confirmed') {
    moneyMoved = await post(ctx, tx, {
      accountId: address.accountId,
      kind: 'deposit',
      micro: transfer.value,
      orderNo: address.orderNo,
      network: network.code,
      txHash: transfer.transactionHash,
      idem: `deposit:${network.code}:${transfer.transactionHash}:${transfer.to}:${verdict.ordinal}`,
    })
    // The transfer was credited from another block before that block was replaced.
    if (!moneyMoved) await giveUpElsewhere(tx, network.code, transfer)
  }
  const { accountId, orderNo } = address
  const credited = verdict.kind === 'confirmed' ? transfer.value : 0n
  await reconcileOrder(ctx, tx, { accountId, orderNo, moneyMoved, credited })
}

/** Closes the incidents of a transfer that waits for nothing any more. */
export async function closeJudged(tx: Tx, hash: Hash, at: number): Promise<void> {
  for (const kind of ['not_settled', 'deposit_unclear', 'sources_disagree'] as const)
    await closeRecovered(tx, kind, hash, at)
}
