import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { Address20 } from '#src/billing/chains/address.ts'
import { addressBytes } from './call.ts'
import { encodeRlp, integerBytes } from './rlp.ts'

/** Fees are per gas. Fees and value are in wei. */
export type EvmTransaction = {
  chainId: bigint
  nonce: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
  gasLimit: bigint
  to: Address20 | null
  value: bigint
  data: Uint8Array
}

export type Signed = { raw: string; hash: string }

const typeOfFeeMarket = Uint8Array.of(2)

export function signEvm(transaction: EvmTransaction, key: Uint8Array): Signed {
  const fields = [
    integerBytes(transaction.chainId),
    integerBytes(transaction.nonce),
    integerBytes(transaction.maxPriorityFeePerGas),
    integerBytes(transaction.maxFeePerGas),
    integerBytes(transaction.gasLimit),
    transaction.to === null ? new Uint8Array() : addressBytes(transaction.to),
    integerBytes(transaction.value),
    transaction.data,
    [],
  ]
  const digest = keccak_256(concatBytes(typeOfFeeMarket, encodeRlp(fields)))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const r = BigInt(`0x${bytesToHex(Uint8Array.from(rest.slice(0, 32)))}`)
  const s = BigInt(`0x${bytesToHex(Uint8Array.from(rest.slice(32)))}`)
  const signature = [integerBytes(BigInt(recovery)), integerBytes(r), integerBytes(s)]
  const raw = concatBytes(typeOfFeeMarket, encodeRlp([...fields, ...signature]))
  return { raw: `0x${bytesToHex(raw)}`, hash: `0x${bytesToHex(keccak_256(raw))}` }
}
