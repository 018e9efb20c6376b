import { HDKey } from '@scure/bip32'
import { z } from 'zod'
import type { AddressFormat } from '../chains/address.ts'

const coinTypes = { evm: 60, tron: 195 } as const
const hardened = 2 ** 31

/** The path of an account. Below it, deposit address n is at `/0/n` and the gas address at `/1/0`. */
export function accountPath(format: AddressFormat, account: number): string {
  return `m/44'/${coinTypes[format]}'/${account}'`
}

/** The account number of an extended public key, as the key states it. */
export function accountOf(xpub: string): number {
  return Math.max(0, HDKey.fromExtendedKey(xpub).index - hardened)
}

const whole = z.string().regex(/^\d{1,78}$/)
const address = z.string().min(34).max(42)
const transactionBytes = z.string().regex(/^(0x)?[0-9a-f]{2,4000}$/)
const hash = z.string().regex(/^(0x)?[0-9a-f]{64}$/)

/**
 * A deposit address to be emptied. `amount`: in the smallest unit of the token; other amounts: in the smallest unit of
 * the coin.
 */
const sweepSchema = z.strictObject({
  index: z.number().int().min(0).max(2_147_483_647),
  address,
  amount: whole,
  nonce: z.number().int().min(0),
  /** The maximum cost of the transfer: gas on EVM chains, sun on TRON. */
  limit: whole,
  /** The coins that the address lacks for its transfer; the gas address sends them first. */
  topUp: whole,
})

/** The list that goes from the online to the offline machine: all data of the transactions except the keys. */
export const sweepListSchema = z.strictObject({
  format: z.literal('tapewire-sweep-list-1'),
  network: z.string().max(12),
  addressFormat: z.enum(['evm', 'tron']),
  account: z
    .number()
    .int()
    .min(0)
    .max(hardened - 1)
    .default(0),
  chainName: z.string().max(100),
  chainId: z.number().int().positive(),
  token: address,
  tokenDecimals: z.number().int().min(0).max(36),
  coin: z.strictObject({ symbol: z.string().max(20), decimals: z.number().int().min(0).max(36) }),
  destination: address,
  gas: z.strictObject({ address, balance: whole, nonce: z.number().int().min(0), needed: whole }),
  /** Fees of EVM chains, in wei per gas; null on TRON. */
  fees: z.strictObject({ maxFeePerGas: whole, maxPriorityFeePerGas: whole }).nullable(),
  /** For TRON: a recent block, and the time in ms until which the transactions are valid; null on EVM chains. */
  reference: z.strictObject({ blockNumber: whole, blockHash: hash, timestamp: whole, expiration: whole }).nullable(),
  sweeps: z.array(sweepSchema).max(10_000),
})
export type SweepList = z.infer<typeof sweepListSchema>

const signedSchema = z.strictObject({
  purpose: z.enum(['gas', 'sweep']),
  /** The deposit address that receives coins for gas or is emptied. */
  address,
  amount: whole,
  raw: transactionBytes,
  hash,
})

export const signedSweepsSchema = z.strictObject({
  format: z.literal('tapewire-signed-sweeps-1'),
  network: z.string().max(12),
  chainId: z.number().int().positive(),
  token: address,
  tokenDecimals: z.number().int().min(0).max(36),
  transactions: z.array(signedSchema).max(20_000),
})
export type SignedSweeps = z.infer<typeof signedSweepsSchema>
