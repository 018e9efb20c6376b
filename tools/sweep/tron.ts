import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Address20 } from '#src/billing/chains/address.ts'
import { addressBytes } from './call.ts'
import type { Signed } from './evm.ts'
import { message } from './protobuf.ts'

/** The recent block and the expiry that make a transaction valid. Times in ms. */
export type TronReference = { blockNumber: bigint; blockHash: string; timestamp: bigint; expiration: bigint }

export type TronCall =
  | { kind: 'transfer'; owner: Address20; to: Address20; sun: bigint }
  | { kind: 'contract'; owner: Address20; contract: Address20; data: Uint8Array; feeLimit: bigint }

/** The numbers of `Transaction.Contract.ContractType` in the protocol's `Tron.proto`. */
const contractTypes = { TransferContract: 1n, TriggerSmartContract: 31n }

/** The signed part of a transaction. Its SHA-256 is the transaction's id. */
export function tronRawData(call: TronCall, reference: TronReference): Uint8Array {
  const number = hexToBytes(reference.blockNumber.toString(16).padStart(16, '0'))
  const head: [number, bigint | Uint8Array][] = [
    [1, number.subarray(6, 8)],
    [4, hexToBytes(reference.blockHash.replace('0x', '')).subarray(8, 16)],
    [8, reference.expiration],
    [11, contractOf(call)],
    [14, reference.timestamp],
  ]
  return message(...head, [18, call.kind === 'contract' ? call.feeLimit : 0n])
}

export function signTron(call: TronCall, reference: TronReference, key: Uint8Array): Signed {
  const data = tronRawData(call, reference)
  const id = sha256(data)
  const [recovery = 0, ...rest] = secp256k1.sign(id, key, { prehash: false, format: 'recovered' })
  const signature = Uint8Array.from([...rest, recovery])
  return { raw: bytesToHex(message([1, data], [2, signature])), hash: bytesToHex(id) }
}

function contractOf(call: TronCall): Uint8Array {
  if (call.kind === 'transfer') {
    const value = message([1, tronBytes(call.owner)], [2, tronBytes(call.to)], [3, call.sun])
    return packed('TransferContract', value)
  }
  const value = message([1, tronBytes(call.owner)], [2, tronBytes(call.contract)], [4, call.data])
  return packed('TriggerSmartContract', value)
}

function packed(name: keyof typeof contractTypes, value: Uint8Array): Uint8Array {
  return message([1, contractTypes[name]], [2, message([1, `type.googleapis.com/protocol.${name}`], [2, value])])
}

function tronBytes(address: Address20): Uint8Array {
  return concatBytes(Uint8Array.of(0x41), addressBytes(address))
}
