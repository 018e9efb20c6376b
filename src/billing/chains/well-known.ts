import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { formatAddress } from './address.ts'
import { deriverOf } from './derivation.ts'

/**
 * Account keys whose private keys are public: of the mnemonics "test … junk" and "abandon … about", and of our sandbox.
 */
const published = [
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
]

type SandboxKey = { xpub: string; canary: string }

/** Account keys of the sandbox, with their first addresses. Money sent to addresses of these keys is test money. */
const sandboxKeys = new Map<string, SandboxKey>([
  [
    'TRC20',
    {
      xpub: 'xpub6CJJ2raWajZE8ssBmEWiQCZKMpeLkaJBAhbFhnNEH8X92KMZ2AfTUtYKNbt24pJpweqqAiCiqJt1DvX1Yy6zF1pNtuP4Wunf8pmbXnxE2Hd',
      canary: 'TUUGiVPKJwkmm7MxqNAobzYcsve7nzWZDd',
    },
  ],
  [
    'ETC20',
    {
      xpub: 'xpub6DTp3ajKW7iodiWw2WfzSXAQNCvieMLxxLenKPyNZKYFAhxTRy356UnzjESEFLLHGNZCshn3FicGZejA2kCmhKvYW5wzXLkJz3FAYfFRE5z',
      canary: '0xDe5882cdc3eE8eF74aE483fe13A0E64d65D270d9',
    },
  ],
])

/**
 * The key of a sandbox network. A network that is not in the table gets a key derived from its name, which anybody can
 * compute.
 */
export function sandboxKeyOf(code: string): SandboxKey {
  const known = sandboxKeys.get(code)
  if (known) return known
  const account = HDKey.fromMasterSeed(sha256(utf8ToBytes(`sandbox network ${code}`))).derive("m/44'/60'/0'")
  const xpub = account.publicExtendedKey
  const key = { xpub, canary: formatAddress(deriverOf(account.deriveChild(0), xpub).addressAt(0), 'evm') }
  sandboxKeys.set(code, key)
  return key
}

/**
 * Compares the public key itself, so a different version prefix does not hide a test key. `code`: the network whose
 * sandbox key is included in the comparison.
 */
export function isWellKnownTestKey(xpub: string, code = 'TRC20'): boolean {
  const key = publicKeyOf(xpub)
  const sandbox = [...sandboxKeys.values(), sandboxKeyOf(code)].map((known) => known.xpub)
  return key !== null && [...published, ...sandbox].some((known) => publicKeyOf(known) === key)
}

export function publicKeyOf(xpub: string): string | null {
  try {
    return Buffer.from(HDKey.fromExtendedKey(xpub).publicKey ?? []).toString('hex')
  } catch {
    // A text that is not an extended key cannot be a well-known key.
    return null
  }
}
