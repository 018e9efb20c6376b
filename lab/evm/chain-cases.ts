import { sql } from 'kysely'
import { balanceOf } from '#src/billing/order/ledger-store.ts'
import { parseMicro } from '#src/contract/money.ts'
import { type Buyer, type EvmWorld, secondCode } from './world.ts'

/**
 * `short` cases are part of `npm test`. `run` throws when the product is wrong, and may return a line for the report.
 */
export type EvmCase = { name: string; short?: true; run(world: EvmWorld): Promise<string | undefined> }

const completed = 1
const timedOut = 3

export const chainCases: readonly EvmCase[] = [
  { name: 'the exact amount', run: exact },
  { name: 'two parts', run: inParts },
  { name: 'a batch of 150 recipients, three of them ours, one twice', short: true, run: batched },
  { name: 'a surplus becomes credit', run: surplus },
  { name: 'a token that keeps a fee', run: fee },
  { name: 'another token of the same name', run: wrongToken },
  { name: 'a second chain from settings alone', short: true, run: onSecondChain },
  { name: 'native coin opens an incident', run: nativeCoin },
  { name: 'after the deadline', run: late },
  { name: 'a reorganisation of 6 blocks', short: true, run: shallow },
  { name: 'a reorganisation of 25 blocks after crediting opens an incident', run: deep },
]

export function due({ order }: Buyer): bigint {
  const micro = parseMicro(order.payable)
  if (!micro) throw new Error(`an order costs ${order.payable}`)
  return micro
}

export async function untilCompleted(world: EvmWorld, buyer: Buyer): Promise<void> {
  await world.until(`order ${buyer.order.orderNo} is completed`, async () => {
    const { status } = await world.read(buyer)
    return status === completed
  })
}

/**
 * Waits for the credit. Each transfer is booked in its own transaction, so the transfer that completes an order may be
 * booked before the others.
 */
async function untilCredit(world: EvmWorld, { account }: Buyer, micro: bigint): Promise<void> {
  const { accountId } = account.actor
  const credit = () => balanceOf(world.ctx.postgres.db, accountId)
  await world.until(`the credit is ${micro}`, async () => (await credit()) === micro, 120)
}

async function exact(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer()
  await world.pay(buyer.address, due(buyer))
  await untilCompleted(world, buyer)
  await untilCredit(world, buyer, 0n)
}

async function inParts(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer()
  await world.pay(buyer.address, due(buyer) - 1n)
  await world.until('the first part is seen', async () => (await world.read(buyer)).received !== '0.00')
  const { status, missing } = await world.read(buyer)
  if (status !== 0 || missing !== '0.000001') throw new Error(`status ${status}, ${missing} is missing`)
  await world.pay(buyer.address, 1n)
  await untilCompleted(world, buyer)
}

async function batched(world: EvmWorld): Promise<undefined> {
  const buyers = [await world.buyer(), await world.buyer(), await world.buyer()]
  const others = Array.from({ length: 147 }, (_, n) => ({
    to: `0x${(n + 0x1000).toString(16).padStart(40, 'c')}` as const,
    micro: 5n,
  }))
  const ours = buyers.map((buyer) => ({ to: buyer.address, micro: due(buyer) }))
  await world.token.payMany(world.batch, [...others, ...ours, ...ours.slice(0, 1)])
  for (const buyer of buyers) await untilCompleted(world, buyer)
  for (const [n, buyer] of buyers.entries()) await untilCredit(world, buyer, n === 0 ? due(buyer) : 0n)
}

async function surplus(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer()
  await world.pay(buyer.address, due(buyer) + 5_000_001n)
  await untilCompleted(world, buyer)
  await untilCredit(world, buyer, 5_000_001n)
}

async function fee(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer()
  await world.token.setFee(100n)
  await world.alone(() => world.anvil.mine(world.now))
  await world.pay(buyer.address, due(buyer))
  await world.until('what arrived is seen', async () => (await world.read(buyer)).received !== '0.00')
  const { missing } = await world.read(buyer)
  if (parseMicro(missing) !== due(buyer) / 100n) throw new Error(`${missing} is missing after a fee of 1 %`)
  await world.token.setFee(0n)
  await world.alone(() => world.anvil.mine(world.now))
  await world.pay(buyer.address, parseMicro(missing) ?? 0n)
  await untilCompleted(world, buyer)
}

async function wrongToken(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer()
  await world.wrongToken.transfer(world.anvil.account(1), buyer.address, due(buyer))
  const { number } = await world.anvil.head()
  await world.until('the other token would be final', async () => (await world.network()).final > number + 1)
  const { status, received } = await world.read(buyer)
  if (status !== 0 || received !== '0.00') throw new Error(`status ${status}, received ${received}`)
  await world.until('the order names the other token', async () => (await world.read(buyer)).otherToken)
  const listed = await world.tapewire('payments list')
  if (!listed.includes('other_token') || !listed.includes(buyer.order.orderNo)) throw new Error(listed)
  await world.pay(buyer.address, due(buyer))
  await untilCompleted(world, buyer)
}

async function onSecondChain(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer(secondCode)
  await world.secondToken.transfer(world.second.account(1), buyer.address, due(buyer))
  await untilCompleted(world, buyer)
}

async function nativeCoin(world: EvmWorld): Promise<undefined> {
  const buyer = await world.buyer()
  await world.anvil.send({ from: world.anvil.account(1), to: buyer.address, value: 12_300_000_000_000_000n })
  await world.until('the incident is listed', async () => {
    const listed = await world.tapewire('payments list')
    return listed.includes(buyer.order.orderNo) && listed.includes('0.0123')
  })
  await world.pay(buyer.address, due(buyer))
  await untilCompleted(world, buyer)
}

async function late(world: EvmWorld): Promise<undefined> {
  const [slow, never] = [await world.buyer(), await world.buyer()]
  await world.jump(32 * 60_000)
  for (const buyer of [slow, never]) {
    await world.until('the order is timed out', async () => (await world.read(buyer)).status === timedOut)
  }
  await world.pay(slow.address, due(slow))
  await world.pay(never.address, 7_000_000n)
  await untilCompleted(world, slow)
  await untilCredit(world, never, 7_000_000n)
}

async function shallow(world: EvmWorld): Promise<undefined> {
  const [kept, dropped] = [await world.buyer(), await world.buyer()]
  const keptHash = await world.pay(kept.address, due(kept), 2)
  const droppedHash = await world.pay(dropped.address, due(dropped), 3)
  for (const buyer of [kept, dropped]) await world.until('it is seen', async () => (await world.read(buyer)).detected)
  await world.reorganise(6, (hash) => hash !== droppedHash)
  await untilCompleted(world, kept)
  const { transactions } = await world.read(kept)
  if (!transactions.some(({ hash }) => hash === keptHash)) throw new Error('the payment has another hash')
  await world.until('the dropped payment is gone', async () => (await world.read(dropped)).received === '0.00')
  await world.pay(dropped.address, due(dropped), 3)
  await untilCompleted(world, dropped)
}

async function deep(world: EvmWorld): Promise<string> {
  const buyer = await world.buyer()
  const hash = await world.pay(buyer.address, due(buyer), 4)
  await untilCompleted(world, buyer)
  const raw = await world.anvil.call('eth_getRawTransactionByHash', [hash])
  await world.reorganise(25, (transaction) => transaction !== hash)
  try {
    const began = world.now
    const incident = await world.until('an incident names it', () => reorganisationOf(world, hash), 120)
    const seconds = Math.round((world.now - began) / 1_000)
    const { status } = await world.read(buyer)
    if (status !== completed) throw new Error(`the order must stay completed, but its status is ${status}`)
    return `${incident} after ${seconds} s`
  } finally {
    await world.anvil.call('eth_sendRawTransaction', [raw])
    await world.alone(() => world.anvil.mine(world.now))
  }
}

async function reorganisationOf(world: EvmWorld, hash: string): Promise<string | null> {
  const rows = await sql<{ kind: string }>`select kind from payment_incident 
    where kind = 'deep_reorganisation' and detail::text like ${`%${hash}%`}`.execute(world.ctx.postgres.db)
  return rows.rows[0]?.kind ?? null
}
