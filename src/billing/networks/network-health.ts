import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Network, networksOf } from '../chains/network.ts'
import type { NodeReport } from '../chains/node-pool.ts'
import { deriverOf } from '../deposits/deposit-address.ts'
import { everyNetwork, type NetworkState } from './network-store.ts'

/** A network without a successful scan for this long is not offered. */
const networkLagMaxMs = 3 * minuteMs

/** Why a network accepts no orders; `since` in ms, null when unknown. */
export type Closed = {
  why: 'never_opened' | 'stopped' | 'paused' | 'key_not_accepted' | 'no_trusted_node' | 'lagging'
  since: number | null
  /** The cause of the stop, the reason that a person gave for the pause, or the fault of the network's nodes. */
  detail: string | null
}

/**
 * Returns null while orders are accepted. If there are several reasons, a reason that needs a person comes before a
 * fault of the nodes.
 */
export function whyClosed(network: Network, state: NetworkState | null, now: number): Closed | null {
  if (state === null) return { why: 'never_opened', since: null, detail: null }
  if (state.stopped !== null) return { why: 'stopped', since: state.stoppedAt, detail: state.stopped }
  if (state.pausedAt !== null) return { why: 'paused', since: state.pausedAt, detail: state.pauseReason }
  if (state.xpubFingerprint !== deriverOf(network).fingerprint)
    return { why: 'key_not_accepted', since: null, detail: null }
  if (state.trouble === 'stale_head' || state.trouble === 'wrong_chain' || state.trouble === 'reorganised')
    return { why: 'no_trusted_node', since: state.troubleSince, detail: state.trouble }
  if (state.lastOkAt === null) return { why: 'never_opened', since: null, detail: state.trouble }
  if (now - state.lastOkAt > networkLagMaxMs) return { why: 'lagging', since: state.lastOkAt, detail: state.trouble }
  return null
}

/**
 * Whether the network is closed because scans fail or do not happen. Payments are then detected later, and nothing
 * expires in the meantime.
 */
export function isUnread(closed: Closed | null): boolean {
  return closed !== null && closed.why !== 'paused' && closed.why !== 'key_not_accepted'
}

/** One line for each unread network, for the health of a process; without texts typed by people. */
export function unreadNetworks(health: readonly NetworkHealth[]): string[] {
  return health.flatMap(({ network, closed }) =>
    closed && isUnread(closed)
      ? [`payments ${network.code}: ${closed.why}${closed.detail ? `, ${closed.detail}` : ''}`]
      : [],
  )
}

export type NetworkHealth = {
  network: Network
  state: NetworkState | null
  closed: Closed | null
  nodes: readonly NodeReport[]
}

export async function networkHealth(ctx: Platform): Promise<NetworkHealth[]> {
  const known = await everyNetwork(ctx.postgres.db)
  const now = ctx.clock.now()
  return networksOf(ctx.settings).map((network) => {
    const { state = null, nodes = [] } = known.get(network.code) ?? {}
    return { network, state, closed: whyClosed(network, state, now), nodes }
  })
}

const closedWords: Record<Closed['why'], string> = {
  never_opened: 'NEVER OPENED: no scan of it has succeeded yet',
  stopped: 'STOPPED',
  paused: 'PAUSED',
  key_not_accepted: 'NOT ON SALE: its extended public key was changed and not accepted',
  no_trusted_node: 'NO TRUSTED NODE',
  lagging: 'LAGGING',
}

export function describeHealth({ network, state, closed, nodes }: NetworkHealth, now: number): string[] {
  const { code, chainName, chainId } = network
  const lastScan =
    state?.lastOkAt == null ? 'never scanned' : `scanned ${Math.round((now - state.lastOkAt) / 1000)} s ago`
  const progress = state
    ? `head ${state.head}, read to ${state.cursor ?? 0}, final ${state.final}, ${lastScan}`
    : lastScan
  const trouble = state?.trouble && closed?.detail !== state.trouble ? `, trouble: ${state.trouble}` : ''
  return [
    `${code}  ${chainName} (chain ${chainId}): ${closed ? describeClosed(closed) : 'on sale'}; ${progress}${trouble}`,
    ...nodes.map((node, position) => `       node ${position + 1} of ${nodes.length}: ${describeNode(node)}`),
  ]
}

/** Describes a closed network, such as `PAUSED since 2026-…: the node is replaced`. */
export function describeClosed({ why, since, detail }: Closed): string {
  const from = since === null ? '' : ` since ${new Date(since).toISOString()}`
  return `${closedWords[why]}${from}${detail === null ? '' : `: ${detail}`}`
}

function describeNode({ faults, lastFault, lastFaultAt }: NodeReport): string {
  const last =
    lastFault === null || lastFaultAt === null ? '' : `${lastFault} at ${new Date(lastFaultAt).toISOString()}`
  if (faults > 0) return `${faults} faults in a row, the last ${last}`
  return last ? `answers; last fault ${last}` : 'answers'
}
