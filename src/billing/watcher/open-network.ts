import { rewindOf } from '../chains/network.ts'
import { deriverOf } from '../deposit-address.ts'
import { type IncidentKind, openIncident } from '../incidents.ts'
import { ensureNetwork, networkState, saveIdentity, setStopped } from '../network-store.ts'
import type { Watch } from './watch.ts'

/**
 * Looks whether this is the chain, the token and the key that the network has always had. Anything else stops the network
 * and asks for a person: watching a wrong chain would be worse than watching none. Throws an RpcFault while nobody answers.
 */
export async function openNetwork(watch: Watch): Promise<'open' | 'stopped'> {
  const { ctx, network } = watch
  const { db } = ctx.postgres
  const { fingerprint } = deriverOf(network)
  await ensureNetwork(db, network.code, fingerprint)
  const state = await networkState(db, network.code)
  if (state && state.xpubFingerprint !== fingerprint) return stop(watch, 'xpub_changed', { was: state.xpubFingerprint })
  const chainId = await watch.node.chainId()
  const genesis = await watch.node.block(0)
  if (chainId !== network.chainId || !genesis || (state?.genesisHash && state.genesisHash !== genesis.hash)) {
    return stop(watch, 'chain_changed', { chainId, genesis: genesis?.hash ?? null, was: state?.genesisHash ?? null })
  }
  const token = {
    exists: await watch.node.tokenExists(),
    decimals: await watch.node.tokenDecimals(),
    symbol: await watch.node.tokenSymbol(),
  }
  if (!token.exists || token.decimals !== network.tokenDecimals || token.symbol !== network.tokenSymbol) {
    return stop(watch, 'token_changed', token)
  }
  const head = await watch.node.head()
  await saveIdentity(db, network.code, {
    chainId,
    genesisHash: genesis.hash,
    cursor: Math.max(0, head - rewindOf(network)),
  })
  await setStopped(db, network.code, null)
  return 'open'
}

async function stop(watch: Watch, kind: IncidentKind, detail: object): Promise<'stopped'> {
  const { ctx, network } = watch
  ctx.log.error('a payment network is stopped', { network: network.code, reason: kind })
  await setStopped(ctx.postgres.db, network.code, kind)
  await openIncident(ctx.postgres.db, {
    network: network.code,
    kind,
    subject: network.code,
    detail,
    at: ctx.clock.now(),
  })
  return 'stopped'
}
