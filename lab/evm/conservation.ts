import { sql } from 'kysely'
import type { Address20 } from '#src/billing/chains/address.ts'
import { unbalancedAccounts } from '#src/billing/order/ledger-store.ts'
import type { ChainTransfer } from '../drills/payment-drill-chain.ts'
import { compareLedger, customersOffBalance } from '../drills/payment-drill-verdict.ts'
import type { Token } from './token.ts'
import { type EvmWorld, secondCode } from './world.ts'

/**
 * Waits until all work is booked, then compares three sums: the money that our addresses have and that was swept from
 * them, the deposits of the ledger, and the amounts consumed by orders plus the customers' credit. Throws with the
 * difference.
 */
export async function assertConserved(world: EvmWorld): Promise<void> {
  const { db } = world.ctx.postgres
  const transfers = await world.until('every transfer is in the ledger', async () => {
    const found = await transfersToUs(world)
    return (await compareLedger(db, found)).lost === 0 && found
  })
  const { doubled } = await compareLedger(db, transfers)
  const off = [...(await customersOffBalance(db, transfers)), ...(await unbalancedAccounts(db))]
  const arrived = transfers.reduce((total, { micro }) => total + micro, 0n)
  const held = await heldOnChain(world)
  if (doubled > 0) off.push(`${doubled} deposits of the ledger are not on the chain`)
  const swept = await sweptFromUs(world)
  if (arrived - swept !== held) off.push(`the addresses hold ${held}; ${arrived} arrived, and ${swept} were swept`)
  if (off.length > 0) throw new Error(off.join('; '))
}

function networksOf({ token, secondToken }: EvmWorld): { code: string; token: Token }[] {
  return [
    { code: 'ETC20', token },
    { code: secondCode, token: secondToken },
  ]
}

async function addressesOf(world: EvmWorld, code: string): Promise<Address20[]> {
  const rows = await sql<{ address: Address20 }>`
    select address from deposit_address where network = ${code}`.execute(world.ctx.postgres.db)
  return rows.rows.map(({ address }) => address)
}

async function transfersToUs(world: EvmWorld): Promise<ChainTransfer[]> {
  const counts = new Map<string, number>()
  const found: ChainTransfer[] = []
  for (const { code, token } of networksOf(world)) {
    const ours = new Set<string>(await addressesOf(world, code))
    for (const { hash, to, micro } of await token.transfers()) {
      if (!ours.has(to) || micro === 0n) continue
      const prefix = `deposit:${code}:${hash}:${to}`
      const ordinal = counts.get(prefix) ?? 0
      counts.set(prefix, ordinal + 1)
      found.push({ idem: `${prefix}:${ordinal}`, to, micro, blockTime: 0 })
    }
  }
  return found
}

async function sweptFromUs(world: EvmWorld): Promise<bigint> {
  let swept = 0n
  for (const { code, token } of networksOf(world)) {
    const ours = new Set<string>(await addressesOf(world, code))
    for (const { from, micro } of await token.transfers()) if (ours.has(from)) swept += micro
  }
  return swept
}

async function heldOnChain(world: EvmWorld): Promise<bigint> {
  let held = 0n
  for (const { code, token } of networksOf(world)) {
    for (const address of await addressesOf(world, code)) held += await token.balanceOf(address)
  }
  return held
}
