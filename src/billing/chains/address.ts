import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'

/** The address of an account as nodes of EVM chains and of TRON write it: `0x` and 40 lower-case hex digits. */
export type Address20 = `0x${string}`

/** The display form of an address: EIP-55 on EVM chains, base58check of `41` and the 20 bytes on TRON. */
export type AddressFormat = 'evm' | 'tron'

const base58check = createBase58check(sha256)
const tronPrefix = Uint8Array.of(0x41)

export function toAddress20(bytes: Uint8Array): Address20 {
  return `0x${bytesToHex(bytes)}`
}

export function formatAddress(address: Address20, format: AddressFormat): string {
  return format === 'tron' ? base58check.encode(concatBytes(tronPrefix, bytesOf(address))) : withChecksum(address)
}

/** Null when the text is no address of this format, or its checksum is wrong. */
export function parseAddress(text: string, format: AddressFormat): Address20 | null {
  return format === 'tron' ? parseTron(text) : parseEvm(text)
}

function parseTron(text: string): Address20 | null {
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(text)
  } catch {
    // A digit or the checksum is wrong, so the text is no address.
    return null
  }
  return bytes.length === 21 && bytes[0] === 0x41 ? toAddress20(bytes.subarray(1)) : null
}

/** An address in only lower or only upper case has no checksum and is accepted. Mixed case must match EIP-55. */
function parseEvm(text: string): Address20 | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const address: Address20 = `0x${text.slice(2).toLowerCase()}`
  const digits = text.slice(2)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return plain || text === withChecksum(address) ? address : null
}

function withChecksum(address: Address20): string {
  const digits = address.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, i) => (Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

function bytesOf(address: Address20): Uint8Array {
  return hexToBytes(address.slice(2))
}
