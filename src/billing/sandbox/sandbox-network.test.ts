import { expect, test } from 'vitest'
import { hourMs } from '#src/contract/time.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { jsonRpc } from '../chains/json-rpc.ts'
import { type Network, networksOf } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'
import type { Order } from '../order/order.ts'
import { createOrder } from '../orders.ts'
import { presentOrder } from '../present/present-order.ts'
import { openNetwork } from '../watcher/network/open-network.ts'
import { openWatch } from '../watcher/network/watch.ts'
import { tick } from '../watcher/tick.ts'
import { SandboxNetwork } from './sandbox-network.ts'
import { payFromWallet } from './wallet.ts'

function tron(ctx: TestPlatform): Network {
  const network = networksOf(ctx.settings).find(({ code }) => code === 'TRC20')
  if (!network) throw new Error('the sandbox lost a network')
  return network
}

async function start(ctx: TestPlatform) {
  const sandbox = await SandboxNetwork.open(ctx, tron(ctx))
  const watch = openWatch(ctx, tron(ctx), { nodes: [jsonRpc(sandbox.transport)], second: null }, 'the payments role')
  expect(await openNetwork(watch)).toBe('open')
  const scanAfter = async (ms: number) => {
    await ctx.clock.advance(ms)
    for (;;) if ((await tick(watch)) !== 'behind') return
  }
  await scanAfter(0)
  return { sandbox, node: watch.node, look: scanAfter, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() }
}

async function pay(ctx: TestPlatform, order: Order, amount: string): Promise<void> {
  const { address } = await presentOrder(ctx, order, 'en-US')
  await payFromWallet(ctx, { network: 'TRC20', address: address ?? '', amount })
}

async function newOrder(ctx: TestPlatform, email?: string): Promise<Order> {
  const { actor } = await testAccount(ctx, email)
  const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', keyId: null } as const
  return createOrder(ctx, actor, { ...wish, locale: 'en-US', idempotencyKey: null })
}

test('after a restart the sandbox chain has the same blocks, payments and waiting transactions', async () => {
  await using ctx = await testPlatform()
  let order: Order
  let before: unknown
  {
    await using first = await start(ctx)
    order = await newOrder(ctx)
    await pay(ctx, order, '40')
    await first.look(20_000)
    before = [await first.node.block(0), await first.node.block(2_001)]
    expect(await presentOrder(ctx, order, 'en-US')).toMatchObject({ status: 0, payment: 'partial', received: '40.00' })
    await pay(ctx, order, '39.2')
  }
  await ctx.clock.advance(60_000)
  await using second = await start(ctx)
  expect([await second.node.block(0), await second.node.block(2_001)]).toEqual(before)
  await second.look(20_000)
  await second.look(1_000)
  const { transactions } = await presentOrder(ctx, order, 'en-US')
  expect(transactions.map(({ amount }) => amount)).toEqual(['40.00', '39.20'])
})

test('a reorganisation of the sandbox chain mines the transactions of the replaced blocks again, even after a restart', async () => {
  await using ctx = await testPlatform()
  let newest: Hash
  {
    await using first = await start(ctx)
    const order = await newOrder(ctx)
    await pay(ctx, order, '79.2')
    await first.look(1_000)
    const [block] = first.sandbox.chain.blocksWithin(1, first.sandbox.chain.head)
    await first.sandbox.reorganise(5, 'waiting')
    expect(first.sandbox.chain.hashOf(block?.number ?? 0)).not.toBe(block?.hash)
    newest = first.sandbox.chain.hashOf(first.sandbox.chain.head + 1)
  }
  await using second = await start(ctx)
  await second.look(1_000)
  expect(second.sandbox.chain.blocksWithin(1, second.sandbox.chain.head)).toHaveLength(1)
  expect(second.sandbox.chain.hashOf(second.sandbox.chain.head - 1)).toBe(newest)
})

const aheadMs = 2 * hourMs

test('after a clock that was two hours ahead is corrected, a sandbox payment completes within two minutes, even after a restart', async () => {
  await using ctx = await testPlatform()
  const paid = async ({ look }: Awaited<ReturnType<typeof start>>, email: string) => {
    const order = await newOrder(ctx, email)
    await pay(ctx, order, '79.2')
    for (const ms of [10_000, 70_000, 1_000]) await look(ms)
    return (await presentOrder(ctx, order, 'en-US')).payment
  }
  {
    await using first = await start(ctx)
    ctx.clock.correct(aheadMs)
    await first.look(1_000)
    ctx.clock.correct(-aheadMs)
    expect(await paid(first, 'ada@example.com')).toBe('paid')
    ctx.clock.correct(aheadMs)
    await first.look(1_000)
    ctx.clock.correct(-aheadMs)
  }
  await using second = await start(ctx)
  expect(await paid(second, 'bob@example.com')).toBe('paid')
})
