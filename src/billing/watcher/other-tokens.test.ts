import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hourMs } from '#src/contract/time.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { type Address20, formatAddress } from '../chains/address.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { claimPayment } from '../claim.ts'
import { tokensCursor } from '../deposits/other-token-store.ts'
import { closeHeld } from '../operator/held-payments.ts'

const usdc: Address20 = `0x${'c5'.repeat(20)}`
const operator = { kind: 'operator-cli' } as const
const manners = { tokens: { [usdc]: { symbol: 'USDC', decimals: 18 } } }

function token(n: number): Address20 {
  return `0x${(0xfa_000 + n).toString(16).padStart(40, '0')}`
}

/** Mines until transfers are final, and lets the watcher read them. */
async function settle(world: PaymentWorld): Promise<void> {
  await world.settle()
  world.mine(3)
  await world.tick()
}

test('another token at a deposit address opens an incident, and the customer sees the token in the order', async () => {
  await using world = await PaymentWorld.alone({ manners })
  const ada = await world.customer()
  const order = await world.order(ada)
  const hash = world.send({ token: usdc, to: await world.addressOf(order), value: 39_200_000_000_000_000_000n })
  await settle(world)
  const { address, ...shown } = await world.shown(order)
  const shownToken = formatAddress(usdc, 'tron')
  expect(await world.incidents()).toMatchObject([
    {
      kind: 'other_token',
      subject: `TRC20:${address}:${shownToken}`,
      detail: { address, orderNo: order.no, token: shownToken, symbol: 'USDC', amount: '39.2', transaction: hash },
    },
  ])
  expect(shown).toMatchObject({
    payment: 'waiting',
    otherToken: { symbol: 'USDC', token: shownToken, amount: '39.2', transaction: { hash: hash.slice(2) } },
  })
  expect(await world.credit(ada)).toBe('0')
  expect(await tapewire(world.ctx, 'payments', 'list')).toContain(`token ${shownToken}, amount 39.2, symbol USDC`)
})

test('a closed incident about another token stays closed when more of that token arrives', async () => {
  await using world = await PaymentWorld.alone({ manners })
  const order = await world.order(await world.customer())
  const to = await world.addressOf(order)
  world.send({ token: usdc, to, value: 5n })
  await settle(world)
  const [incident] = await world.incidents()
  await closeHeld(world.ctx, operator, incident?.id ?? '', 'spam')
  world.send({ token: usdc, to, value: 6n })
  await settle(world)
  expect(await world.held()).toEqual([])
})

test('a paid order does not mention other tokens that arrive later', async () => {
  await using world = await PaymentWorld.alone({ manners })
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  world.send({ token: usdc, to: await world.addressOf(order), value: 5n })
  await settle(world)
  expect(await world.shown(order)).toMatchObject({ status: 1, otherToken: null })
})

test('an incident shows at most twelve characters of a token symbol, and no spaces or special characters', async () => {
  const claims = { symbol: 'VISIT https://claim.example', decimals: 255 }
  await using world = await PaymentWorld.alone({ manners: { tokens: { [usdc]: claims } } })
  const order = await world.order(await world.customer())
  world.send({ token: usdc, to: await world.addressOf(order), value: 7n })
  await settle(world)
  expect((await world.incidents())[0]?.detail).toMatchObject({ symbol: 'VISIThttpscl', amount: '7' })
})

test('a flood of other tokens opens at most five incidents for an address and twenty a day', async () => {
  await using world = await PaymentWorld.alone()
  const orders = []
  for (let n = 0; n < 6; n++) orders.push(await world.order(await world.customer(`c${n}@example.com`)))
  for (let round = 0; round < 4; round++) {
    for (const order of orders) {
      const to = await world.addressOf(order)
      world.send(...Array.from({ length: 3 }, (_, n) => ({ token: token(10 * round + n), to, value: 1n })))
    }
    await settle(world)
  }
  const incidents = await world.incidents()
  expect(incidents).toHaveLength(20)
  const counts = orders.map(({ no }) => incidents.filter(({ detail }) => detail.orderNo === no).length)
  expect(Math.max(...counts)).toBeLessThanOrEqual(5)
})

test('if a node cannot return a flood of other tokens, payments are still credited, and later transfers are found', async () => {
  await using world = await PaymentWorld.alone({ manners: { ...manners, rowsMax: 50 } })
  const order = await world.order(await world.customer())
  const to = await world.addressOf(order)
  world.send(...Array.from({ length: 100 }, () => ({ token: token(1), to, value: 1n })))
  world.mine(1)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1 })
  world.send({ token: usdc, to, value: 5n })
  await world.settle()
  for (let round = 0; round < 25; round++) {
    world.mine(2)
    await world.tick()
  }
  expect((await world.incidents()).map(({ detail }) => detail.symbol)).toEqual(['USDC'])
})

test('if no node returns token transfers for hours, the token cursor waits, and no transfer of another token is missed', async () => {
  await using world = await PaymentWorld.alone({ manners })
  const order = await world.order(await world.customer())
  await settle(world)
  const cursor = await tokensCursor(world.ctx.postgres.db, 'TRC20')
  world.send({ token: usdc, to: await world.addressOf(order), value: 10n ** 18n })
  const { node } = world.watch
  const { anyTransfers } = node
  node.anyTransfers = () => Promise.reject(new RpcFault('unreachable', 'no node answers'))
  for (let round = 0; round < 20; round++) {
    world.mineMinutes(60)
    await world.tick()
  }
  expect(await tokensCursor(world.ctx.postgres.db, 'TRC20')).toBe(cursor)
  node.anyTransfers = anyTransfers
  await world.ctx.clock.advance(hourMs)
  for (let round = 0; round < 3; round++) await settle(world)
  expect(await world.incidents()).toMatchObject([{ kind: 'other_token', detail: { symbol: 'USDC', amount: '1' } }])
})

test('the claim of a transaction with another token opens an incident, even if the receiving address is no longer watched', async () => {
  await using world = await PaymentWorld.alone({ manners })
  const ada = await world.customer()
  const order = await world.order(ada)
  await sql`update deposit_address set watch_until = 'epoch'`.execute(world.ctx.postgres.db)
  const txHash = world.send({ token: usdc, to: await world.addressOf(order), value: 10n ** 18n })
  await settle(world)
  expect(await world.held()).toEqual([])
  await claimPayment(world.ctx, ada.actor, { orderNo: order.no, txHash, locale: 'en-US' })
  await world.tick()
  expect(await world.incidents()).toMatchObject([{ kind: 'other_token', detail: { symbol: 'USDC', amount: '1' } }])
})

test('reading other tokens costs at most a twentieth of the daily limit of node calls, even with many addresses', async () => {
  const callsPerDay = 9_000
  await using world = await PaymentWorld.alone({ change: { callsPerDay, recipientsPerCall: 1, pollIdleMs: 60_000 } })
  for (let n = 0; n < 12; n++) await world.order(await world.customer(`c${n}@example.com`))
  let calls = 0
  const read = world.watch.node.anyTransfers
  world.watch.node.anyTransfers = (...query) => {
    calls++
    return read(...query)
  }
  const hours = 6
  for (let minute = 0; minute < hours * 60; minute += 2) {
    world.mine(40)
    await world.tick()
  }
  expect(calls).toBeGreaterThan(12)
  expect(calls).toBeLessThanOrEqual((callsPerDay / 20 / 24) * hours + 12)
})
