import { z } from 'zod'

/** Derivation of deposit accounts: the account's key gives deposit address n at `/0/n` and the gas address at `/1/0`. */
export const accountPaths = { evm: "m/44'/60'/0'", tron: "m/44'/195'/0'" } as const

const whole = z.string().regex(/^\d{1,78}$/)
const address = z.string().min(34).max(42)
const transactionBytes = z.string().regex(/^(0x)?[0-9a-f]{2,4000}$/)
const hash = z.string().regex(/^(0x)?[0-9a-f]{64}$/)

/** One deposit address to be emptied. `amount` in the token's smallest unit, the rest in the smallest unit of the chain's coin. */
const sweepSchema = z.strictObject({
  index: z.number().int().min(0).max(2_147_483_647),
  address,
  amount: whole,
  nonce: z.number().int().min(0),
  /** Gas on EVM chains, sun on TRON: the maximum for the transfer. */
  limit: whole,
  /** The missing amount for the address's own transfer; the gas address sends it first. */
  topUp: whole,
})

/** The list from the online machine to the offline one: everything a transaction needs except the keys. */
export const sweepListSchema = z.strictObject({
  format: z.literal('tapewire-sweep-list-1'),
  network: z.enum(['TRC20', 'ETC20']),
  addressFormat: z.enum(['evm', 'tron']),
  chainName: z.string().max(100),
  chainId: z.number().int().positive(),
  token: address,
  tokenDecimals: z.number().int().min(0).max(36),
  coin: z.strictObject({ symbol: z.string().max(20), decimals: z.number().int().min(0).max(36) }),
  destination: address,
  gas: z.strictObject({ address, balance: whole, nonce: z.number().int().min(0), needed: whole }),
  /** Of EVM chains, wei per gas. */
  fees: z.strictObject({ maxFeePerGas: whole, maxPriorityFeePerGas: whole }).nullable(),
  /** Of TRON: a recent block, and until when the transactions are valid, in ms. */
  reference: z.strictObject({ blockNumber: whole, blockHash: hash, timestamp: whole, expiration: whole }).nullable(),
  sweeps: z.array(sweepSchema).max(10_000),
})
export type SweepList = z.infer<typeof sweepListSchema>

const signedSchema = z.strictObject({
  purpose: z.enum(['gas', 'sweep']),
  /** The deposit address that the transaction pays for or empties. */
  address,
  amount: whole,
  raw: transactionBytes,
  hash,
})

export const signedSweepsSchema = z.strictObject({
  format: z.literal('tapewire-signed-sweeps-1'),
  network: z.enum(['TRC20', 'ETC20']),
  chainId: z.number().int().positive(),
  transactions: z.array(signedSchema).max(20_000),
})
export type SignedSweeps = z.infer<typeof signedSweepsSchema>
