import type { Block } from '../../chains/chain-node.ts'
import { rewindOf } from '../../chains/network.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { Hash } from '../../chains/transfer.ts'
import { deriverOf } from '../../deposits/deposit-address.ts'
import { closeRecovered, type IncidentKind, openIncident } from '../../deposits/incident-store.ts'
import { anchorsOf } from '../../networks/anchor-store.ts'
import { ensureNetwork, networkState, saveIdentity, setStopped } from '../../networks/network-store.ts'
import type { Watch } from './watch.ts'

/**
 * Checks that the chain is the same as when the network was first opened, and that the token is as the settings state.
 * Otherwise stops the network and opens an incident: watching a wrong chain would be worse than watching no chain. A
 * different key stops only the sale; every issued address stays watched. Throws an RpcFault while no node answers.
 */
export async function openNetwork(watch: Watch): Promise<'open' | 'stopped'> {
  const { ctx, network } = watch
  const { db } = ctx.postgres
  const { fingerprint } = deriverOf(network)
  await ensureNetwork(db, network.code, fingerprint)
  const state = await networkState(db, network.code)
  if (state && state.xpubFingerprint !== fingerprint) {
    await report(watch, 'xpub_changed', { was: state.xpubFingerprint, now: fingerprint })
  } else await closeRecovered(db, 'xpub_changed', network.code, ctx.clock.now())
  const proven = await provenHead(watch, state?.genesisHash ?? null)
  if (proven instanceof RpcFault) return stop(watch, 'chain_changed', { message: proven.message })
  const genesis = await watch.node.block(0)
  if (!genesis) throw new RpcFault('nonsense', 'the node has no first block')
  const token = {
    exists: await watch.node.tokenExists(),
    decimals: await watch.node.tokenDecimals(),
    symbol: await watch.node.tokenSymbol(),
  }
  if (!token.exists || token.decimals !== network.tokenDecimals || token.symbol !== network.tokenSymbol) {
    return stop(watch, 'token_changed', {
      ...token,
      expected: `${network.tokenSymbol}, ${network.tokenDecimals} decimals`,
    })
  }
  await saveIdentity(db, network.code, {
    chainId: network.chainId,
    genesisHash: genesis.hash,
    cursor: Math.max(0, proven.number - rewindOf(network)),
  })
  await setStopped(db, network.code, null, ctx.clock.now())
  await closeRecovered(db, 'chain_changed', network.code, ctx.clock.now())
  await closeRecovered(db, 'token_changed', network.code, ctx.clock.now())
  return 'open'
}

/** The head of a node on our chain. Returns the fault when the nodes are on another chain. */
async function provenHead(watch: Watch, genesis: Hash | null): Promise<Block | RpcFault> {
  // Only the oldest anchor is checked here: scans decide whether younger anchors were reorganised.
  const anchors = (await anchorsOf(watch.ctx.postgres.db, watch.network.code)).slice(-1)
  watch.beginScan({ genesis, anchors })
  try {
    return await watch.pool.head()
  } catch (error) {
    if (error instanceof RpcFault && error.kind === 'wrong_chain') return error
    throw error
  }
}

async function stop(watch: Watch, kind: IncidentKind, detail: object): Promise<'stopped'> {
  const { ctx, network } = watch
  ctx.log.error('a payment network is stopped', { network: network.code, reason: kind })
  await setStopped(ctx.postgres.db, network.code, kind, ctx.clock.now())
  await report(watch, kind, detail)
  return 'stopped'
}

async function report({ ctx, network }: Watch, kind: IncidentKind, detail: object): Promise<void> {
  const at = ctx.clock.now()
  await openIncident(ctx.postgres.db, { network: network.code, kind, subject: network.code, detail, at })
}
