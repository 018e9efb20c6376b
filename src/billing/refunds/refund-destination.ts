import { refuse } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Address20, parseAddress } from '../chains/address.ts'
import { type Network, networksOf } from '../chains/network.ts'
import { isIssued } from '../deposits/deposit-store.ts'

/** Addresses whose keys nobody knows: money sent there is lost. */
const nobodys: readonly Address20[] = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dead`, `0x${'f'.repeat(40)}`]

/** Parses an address that a customer typed. Refuses it when money sent there would not reach the customer. */
export async function readDestination(ctx: Platform, network: Network, text: string): Promise<Address20> {
  const address = parseAddress(text.trim(), network.addressFormat)
  const values = { network: network.code, chain: network.chainName }
  if (!address) throw refuse('refund_address_invalid', { param: 'address', values })
  const tokens = networksOf(ctx.settings).map(({ token }) => token)
  if (nobodys.includes(address) || tokens.includes(address) || (await isOurs(ctx, address))) {
    throw refuse('refund_address_refused', { param: 'address' })
  }
  return address
}

/** Checks the addresses of all networks, since the same address can exist on several networks. */
async function isOurs(ctx: Platform, address: Address20): Promise<boolean> {
  if (await isIssued(ctx.postgres.db, address)) return true
  return networksOf(ctx.settings).some(({ canary, addressFormat }) => parseAddress(canary, addressFormat) === address)
}
