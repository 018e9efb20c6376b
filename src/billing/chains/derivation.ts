import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { LRUCache } from 'lru-cache'
import { type Address20, type AddressFormat, formatAddress, toAddress20 } from './address.ts'

const accountDepth = 3
const indexEnd = 2 ** 31
const keptMax = 10_000

/** Derives deposit addresses from an account-level public key. No private key is needed. */
export type Deriver = {
  /** The address with number `index` (`/0/index` below the account). Throws a RangeError outside 0 … 2³¹ − 1. */
  addressAt(index: number): Address20
  /** Identifies the key in the database, so that a replaced key is detected. */
  fingerprint: string
}

export type XpubProblem = 'not_an_xpub' | 'private_key' | 'wrong_depth' | 'canary_mismatch'

/** Accepts an account-level xpub (such as m/44'/60'/0' or m/44'/195'/0') whose address 0 is the wallet's `canary`. */
export function openXpub(
  xpub: string,
  expect: { format: AddressFormat; canary: string },
): { deriver: Deriver } | { problem: XpubProblem } {
  let account: HDKey
  try {
    account = HDKey.fromExtendedKey(xpub)
  } catch {
    // The library throws for a wrong version or checksum; the operator gets a reason.
    return { problem: xpub.startsWith('xprv') ? 'private_key' : 'not_an_xpub' }
  }
  if (account.privateKey) return { problem: 'private_key' }
  if (account.depth !== accountDepth) return { problem: 'wrong_depth' }
  const deriver = deriverOf(account.deriveChild(0), xpub)
  const first = formatAddress(deriver.addressAt(0), expect.format)
  return first === expect.canary ? { deriver } : { problem: 'canary_mismatch' }
}

/** `branch`: a key of the change level (`/0` below the account). `xpub`: the key that `fingerprint` identifies. */
export function deriverOf(branch: HDKey, xpub: string): Deriver {
  const derived = new LRUCache<number, Address20>({ max: keptMax })
  return {
    fingerprint: bytesToHex(sha256(utf8ToBytes(xpub))).slice(0, 32),
    addressAt(index) {
      const known = derived.get(index)
      if (known) return known
      if (!Number.isInteger(index) || index < 0 || index >= indexEnd) throw new RangeError(`address index ${index}`)
      const { publicKey } = branch.deriveChild(index)
      if (!publicKey) throw new Error('a derived key has no public part')
      const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
      const address = toAddress20(keccak_256(point.subarray(1)).subarray(-20))
      derived.set(index, address)
      return address
    },
  }
}
