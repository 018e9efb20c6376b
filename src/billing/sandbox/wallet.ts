import { refuse } from '#src/contract/errors.ts'
import { parseMicro } from '#src/contract/money.ts'
import type { Platform } from '#src/platform/platform.ts'
import { parseAddress, toAddress20 } from '../chains/address.ts'
import { type NetworkCode, networksOf } from '../chains/network.ts'
import { unitsOf } from '../chains/token-amount.ts'
import type { Hash } from '../chains/transfer.ts'
import { addressOwner } from '../deposits/deposit-store.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { insertTransaction } from './sandbox-store.ts'

/** The sandbox's source of money: an address without a key. */
const purse = toAddress20(new Uint8Array(20).fill(0x7a))

/** Sends test money to an address of the sandbox chain; returns the transaction's id in that network's form. */
export async function payFromWallet(
  ctx: Platform,
  payment: { network: NetworkCode; address: string; amount: string },
): Promise<{ txHash: string }> {
  const network = networksOf(ctx.settings).find((candidate) => candidate.code === payment.network)
  if (!network) throw refuse('invalid_parameter', { param: 'network' })
  const to = parseAddress(payment.address.replaceAll(' ', ''), network.addressFormat)
  if (!to) throw refuse('invalid_parameter', { param: 'address' })
  const value = parseMicro(payment.amount)
  if (value === null || value === 0n) throw refuse('invalid_parameter', { param: 'amount' })
  const hash: Hash = `0x${ctx.random.bytes(32).toString('hex')}`
  const transaction = {
    hash,
    events: [{ token: network.token, from: purse, to, value: unitsOf(value, network.tokenDecimals) }],
  }
  await ctx.postgres.transaction(async (tx) => {
    await insertTransaction(tx, network.code, transaction, ctx.clock.now())
    const owner = await addressOwner(tx, network.code, to)
    if (owner) await notifyOrderChange(ctx, tx, owner)
  })
  return { txHash: network.addressFormat === 'tron' ? hash.slice(2) : hash }
}
