import type { Network } from '../chains/network.ts'

/** A transaction id in the explorer's form, with its URL. TRON writes ids without the prefix. */
export function presentTransaction(
  network: Network | null,
  code: string,
  txHash: string,
): { hash: string; url: string | null } {
  const hash = code === 'TRC20' ? txHash.replace(/^0x/, '') : txHash
  return { hash, url: network?.explorer ? network.explorer.replace('{hash}', hash) : null }
}
