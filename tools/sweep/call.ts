import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Address20 } from '#src/billing/chains/address.ts'

/** The call data of a token's `transfer(to, amount)`, the same on both kinds of chain. */
export function transferCall(to: Address20, amount: bigint): Uint8Array {
  return concatBytes(hexToBytes('a9059cbb'), word(BigInt(to)), word(amount))
}

export function addressBytes(address: Address20): Uint8Array {
  return hexToBytes(address.slice(2))
}

function word(value: bigint): Uint8Array {
  if (value < 0n || value >= 2n ** 256n) throw new RangeError(`${value} does not fit a word`)
  return hexToBytes(value.toString(16).padStart(64, '0'))
}
