import { minuteMs } from '#src/contract/time.ts'
import { RpcFault, type RpcFaultKind } from '../chains/rpc-fault.ts'
import { closeRecovered, openIncident } from '../deposits/incident-store.ts'
import { clearTrouble, noteTrouble, saveNodeReports } from '../networks/network-store.ts'
import { openNetwork } from './network/open-network.ts'
import type { Watch } from './network/watch.ts'
import { type TickOutcome, tick } from './tick.ts'

/** Short faults of a node are common, so a person is alerted only after this long. */
const patienceMs = 2 * minuteMs
const atOnce: readonly RpcFaultKind[] = ['wrong_chain', 'stale_head']

/**
 * Runs one scan and records its outcome. A fault of the nodes is recorded as trouble of the network until a scan
 * succeeds.
 */
export async function runScan(watch: Watch): Promise<TickOutcome> {
  try {
    if (!watch.open) watch.open = (await openNetwork(watch)) === 'open'
    const outcome = watch.open ? await tick(watch) : 'stopped'
    if (outcome === 'done' || outcome === 'behind') await recordRecovery(watch)
    return outcome
  } catch (cause) {
    if (cause instanceof RpcFault && cause.kind === 'nonsense') watch.pool.passOver()
    if (cause instanceof RpcFault) await recordTrouble(watch, cause)
    throw cause
  } finally {
    await recordNodes(watch)
  }
}

/** Saves the node reports for `payments list` when a node begins to fail, fails again or recovers. */
async function recordNodes(watch: Watch): Promise<void> {
  const { ctx, network, owner } = watch
  const reports = watch.pool.reports()
  const text = JSON.stringify(reports)
  if (text === watch.reported) return
  await saveNodeReports(ctx.postgres.db, network.code, owner, reports)
  watch.reported = text
}

async function recordTrouble({ ctx, network, owner }: Watch, fault: RpcFault): Promise<void> {
  const now = ctx.clock.now()
  const since = await noteTrouble(ctx.postgres.db, network.code, owner, fault.kind, now)
  if (since === null || (!atOnce.includes(fault.kind) && now - since < patienceMs)) return
  await openIncident(ctx.postgres.db, {
    network: network.code,
    kind: 'no_trusted_node',
    subject: network.code,
    detail: { fault: fault.kind, message: fault.message },
    at: now,
  })
}

async function recordRecovery({ ctx, network, owner }: Watch): Promise<void> {
  if (!(await clearTrouble(ctx.postgres.db, network.code, owner))) return
  await closeRecovered(ctx.postgres.db, 'no_trusted_node', network.code, ctx.clock.now())
}
