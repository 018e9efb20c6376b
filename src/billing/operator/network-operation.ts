import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Network, type NetworkCode, networksOf } from '../chains/network.ts'
import { deriverOf } from '../deposits/deposit-address.ts'
import { dateBack } from '../deposits/deposit-store.ts'
import { closeRecovered } from '../deposits/incident-store.ts'
import { type NetworkHealth, networkHealth } from '../networks/network-health.ts'
import {
  callsOn,
  clearPaused,
  type NetworkState,
  networkState,
  rewindCursor,
  setKey,
  setPaused,
} from '../networks/network-store.ts'

/**
 * `calls`: calls to the network's nodes on this UTC day. `newKey`: the key in the settings if it is not accepted yet.
 */
export type NetworkReport = NetworkHealth & { calls: number; newKey: string | null }

export async function listNetworks(ctx: Platform, actor: Actor): Promise<NetworkReport[]> {
  await requireStaff(ctx, actor, 'network.list')
  const today = ctx.clock.now()
  return Promise.all(
    (await networkHealth(ctx)).map(async (health) => {
      const { fingerprint } = deriverOf(health.network)
      const newKey = health.state && health.state.xpubFingerprint !== fingerprint ? fingerprint : null
      return { ...health, newKey, calls: await callsOn(ctx.postgres.db, health.network.code, today) }
    }),
  )
}

/**
 * Stops new orders on a network until a person resumes the network. Existing orders continue: payments are watched and
 * credited, and no order expires. Returns false if the network was already paused.
 */
export async function pauseNetwork(
  ctx: Platform,
  actor: Actor,
  input: { network: NetworkCode; reason: string | null },
): Promise<boolean> {
  const by = await requireStaff(ctx, actor, 'network.pause')
  return change(ctx, input.network, async (tx) => {
    if (!(await setPaused(tx, input.network, input.reason, ctx.clock.now()))) return false
    await ctx.postgres.audit(tx, by, 'network.pause', input.network, { reason: input.reason })
    return true
  })
}

/** Resumes the sale, unless a fault has stopped the network, too. Returns false if the network was not paused. */
export async function resumeNetwork(ctx: Platform, actor: Actor, input: { network: NetworkCode }): Promise<boolean> {
  const by = await requireStaff(ctx, actor, 'network.resume')
  return change(ctx, input.network, async (tx) => {
    const pausedAt = await clearPaused(tx, input.network)
    if (pausedAt === null) return false
    await ctx.postgres.audit(tx, by, 'network.resume', input.network, { pausedAt })
    return true
  })
}

export type Rewound = { from: number; to: number } | { problem: 'before_first' | 'not_behind'; limit: number }

/**
 * Reads the chain again from the block after `to`, which must be between the network's first block and the cursor.
 * Otherwise returns the problem and changes nothing.
 */
export async function rewindNetwork(
  ctx: Platform,
  actor: Actor,
  input: { network: NetworkCode; to: number },
): Promise<Rewound> {
  const by = await requireStaff(ctx, actor, 'network.rewind')
  return change(ctx, input.network, async (tx, state): Promise<Rewound> => {
    const first = state.firstBlock ?? 0
    const cursor = state.cursor ?? 0
    if (input.to < first) return { problem: 'before_first', limit: first }
    if (input.to > cursor) return { problem: 'not_behind', limit: cursor }
    await rewindCursor(tx, input.network, input.to)
    await dateBack(tx, input.network, input.to)
    await ctx.postgres.audit(tx, by, 'network.rewind', input.network, { from: cursor, to: input.to })
    return { from: cursor, to: input.to }
  })
}

export type AcceptedKey = { was: string; now: string; nextIndex: number }

/**
 * Makes new orders use addresses of the key in the settings. Addresses of the earlier key stay watched and payable.
 * Address numbers continue, so that a number identifies one address. Returns null if the key is already in use.
 */
export async function acceptXpub(
  ctx: Platform,
  actor: Actor,
  input: { network: NetworkCode },
): Promise<AcceptedKey | null> {
  const by = await requireStaff(ctx, actor, 'network.accept_xpub')
  return change(ctx, input.network, async (tx, _state, network) => {
    const { fingerprint } = deriverOf(network)
    const changed = await setKey(tx, input.network, fingerprint)
    if (!changed) return null
    const accepted = { was: changed.was, now: fingerprint, nextIndex: changed.nextIndex }
    await closeRecovered(tx, 'xpub_changed', input.network, ctx.clock.now(), 'the new key was accepted')
    await ctx.postgres.audit(tx, by, 'network.accept_xpub', input.network, accepted)
    return accepted
  })
}

/** Runs `work` in one transaction. Throws `not_found` if the network is not configured or was never opened. */
async function change<T>(
  ctx: Platform,
  code: NetworkCode,
  work: (tx: Tx, state: NetworkState, network: Network) => Promise<T>,
): Promise<T> {
  const network = networksOf(ctx.settings).find((candidate) => candidate.code === code)
  if (!network) throw refuse('not_found', { param: 'network' })
  return ctx.postgres.transaction(async (tx) => {
    const state = await networkState(tx, code)
    if (!state) throw refuse('not_found', { param: 'network' })
    return work(tx, state, network)
  })
}
