import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { liveKey, liveNetwork } from '#test/fixtures/live.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { formatAddress } from '../chains/address.ts'
import { deriverOf } from '../chains/derivation.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { giveAddress } from '../deposits/deposit-address.ts'
import { openIncidents } from '../deposits/incident-store.ts'
import { networkState } from '../networks/network-store.ts'
import { presentOrderPage } from '../order-page.ts'
import { acceptXpub, pauseNetwork, resumeNetwork, rewindNetwork } from './network-operation.ts'

const actor = { kind: 'operator-cli' } as const
const network = 'TRC20'

const kinds = async (ctx: TestPlatform) => (await openIncidents(ctx.postgres.db)).map((incident) => incident.kind)

async function restartWith(world: PaymentWorld, name: string): Promise<void> {
  const key = liveKey(name)
  world.ctx.settings = testSettings(liveNetwork(key))
  Object.assign(world.network, { xpub: key.xpub, canary: key.firstAddress })
  world.watch.open = false
  await world.scan()
}

test('while a payment network is paused, new orders are refused, payments are credited, and unpaid orders do not expire', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const [ada, bob, eve] = [
    await world.customer(),
    await world.customer('b@example.com'),
    await world.customer('e@x.com'),
  ]
  const [paid, unpaid] = [await world.order(ada), await world.order(bob)]
  expect(await pauseNetwork(ctx, actor, { network, reason: 'the node is replaced' })).toBe(true)
  expect(await pauseNetwork(ctx, actor, { network, reason: 'again' })).toBe(false)
  await expect(world.order(eve)).rejects.toMatchObject({ error: 'network_unavailable' })
  await world.pay(paid)
  await world.settle()
  expect((await world.now(paid)).status).toBe(orderStatus.completed)
  world.mineMinutes(60)
  await world.tick()
  expect((await world.now(unpaid)).status).toBe(orderStatus.pending)
  expect(await networkState(ctx.postgres.db, network)).toMatchObject({
    pauseReason: 'the node is replaced',
    stopped: null,
  })
  expect(await resumeNetwork(ctx, actor, { network })).toBe(true)
  expect(await resumeNetwork(ctx, actor, { network })).toBe(false)
  await world.tick()
  expect((await world.now(unpaid)).status).toBe(orderStatus.timedOut)
  expect((await world.order(eve)).status).toBe(orderStatus.pending)
  expect(await audited(ctx, 'network.pause')).toMatchObject([
    { actor_kind: 'operator-cli', subject: network, detail: { reason: 'the node is replaced' } },
  ])
  expect(await audited(ctx, 'network.resume')).toHaveLength(1)
})

test('resuming a paused payment network that is also stopped by a fault ends the pause, but not the stop', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  await pauseNetwork(ctx, actor, { network, reason: null })
  const reset = await PaymentWorld.open(ctx, { seed: 'two' })
  const state = await networkState(ctx.postgres.db, network)
  expect(state).toMatchObject({ stopped: 'chain_changed', stoppedAt: expect.any(Number), pausedAt: expect.any(Number) })
  await resumeNetwork(ctx, actor, { network })
  expect(await networkState(ctx.postgres.db, network)).toMatchObject({ stopped: 'chain_changed', pausedAt: null })
  await expect(reset.order(await world.customer())).rejects.toMatchObject({ error: 'network_unavailable' })
})

test('if a wrong chain moved the scan cursor too far, a rewind credits the skipped payments, and no order expires early', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const [paid, late] = [
    await world.order(await world.customer()),
    await world.order(await world.customer('b@example.com')),
  ]
  const before = world.chain.head
  await sql`update billing_network set cursor = ${before + 900_000}, head = ${before + 900_064},
    final = ${before + 900_045}, scanned_time = ${new Date(ctx.clock.now() + 1e9)}`.execute(ctx.postgres.db)
  await world.pay(paid)
  world.mine(30)
  expect(await world.scan()).toMatchObject({ kind: 'stale_head' })
  expect(await rewindNetwork(ctx, actor, { network, to: before - 50 })).toEqual({
    from: before + 900_000,
    to: before - 50,
  })
  expect(await networkState(ctx.postgres.db, network)).toMatchObject({ scannedTime: 0, cursor: before - 50 })
  expect(await world.scan()).toBe('done')
  expect((await world.now(paid)).status).toBe(orderStatus.completed)
  world.mineMinutes(29)
  await world.scan()
  expect((await world.now(late)).status).toBe(orderStatus.pending)
  world.mineMinutes(5)
  await world.scan()
  expect((await world.now(late)).status).toBe(orderStatus.timedOut)
  expect(await audited(ctx, 'network.rewind')).toMatchObject([{ subject: network, detail: { to: before - 50 } }])
})

test('a payment network can be rewound to its first block at the earliest, and a running scan cannot undo the rewind', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const state = await networkState(ctx.postgres.db, network)
  const [first, cursor] = [state?.firstBlock ?? -1, state?.cursor ?? -1]
  expect(first).toBeGreaterThan(0)
  const rewind = (to: number) => rewindNetwork(ctx, actor, { network, to })
  expect(await rewind(first - 1)).toEqual({ problem: 'before_first', limit: first })
  expect(await rewind(cursor + 1)).toEqual({ problem: 'not_behind', limit: cursor })
  const logs = world.watch.node.logs
  await world.order(await world.customer())
  world.mine(300)
  world.watch.node.logs = async (...range) => {
    await rewind(first)
    world.watch.node.logs = logs
    return logs(...range)
  }
  await expect(world.tick()).rejects.toThrow('another process holds')
  expect((await networkState(ctx.postgres.db, network))?.cursor).toBe(first)
  expect(await audited(ctx, 'network.rewind')).toHaveLength(1)
})

test('a payment network with a changed key accepts no orders until staff accept the key, and earlier orders can still be paid', async () => {
  await using ctx = await testPlatform({ settings: liveNetwork(liveKey('first')) })
  const world = await PaymentWorld.open(ctx)
  const [ada, bob] = [await world.customer(), await world.customer('b@example.com')]
  const order = await world.order(ada)
  const { address } = await world.shown(order)
  await restartWith(world, 'second')
  expect(await kinds(ctx)).toEqual(['xpub_changed'])
  await expect(world.order(bob)).rejects.toMatchObject({ error: 'network_unavailable' })
  const page = await presentOrderPage(ctx, ada.actor, { page: 1, size: 20 }, 'en-US')
  expect(page.content.map((shown) => shown.address)).toEqual([address])
  expect((await world.shown(order)).address).toBe(address)

  const accepted = await acceptXpub(ctx, actor, { network })
  expect(accepted).toMatchObject({ nextIndex: 1 })
  expect(await acceptXpub(ctx, actor, { network })).toBeNull()
  expect(await kinds(ctx)).toEqual([])
  expect(await audited(ctx, 'network.accept_xpub')).toMatchObject([
    { subject: network, detail: { was: accepted?.was } },
  ])
  const next = await world.order(bob)
  const branch = HDKey.fromExtendedKey(world.network.xpub).deriveChild(0)
  const second = formatAddress(deriverOf(branch, world.network.xpub).addressAt(1), 'tron')
  expect((await world.shown(next)).address).toBe(second)
  await world.pay(order)
  await world.pay(next)
  await world.settle()
  expect((await world.shown(order)).status).toBe(orderStatus.completed)
  expect((await world.shown(next)).status).toBe(orderStatus.completed)
  expect(await kinds(ctx)).toEqual([])
})

test('after a key change, a deposit address that was altered in the database is hidden, and an unaltered address is still shown', async () => {
  await using ctx = await testPlatform({ settings: liveNetwork(liveKey('first')) })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const paid = await world.order(ada)
  await world.pay(paid)
  await world.settle()
  const { address } = await world.shown(paid)
  const tampered = await world.order(ada)
  await restartWith(world, 'second')
  await acceptXpub(ctx, actor, { network })
  await sql`update deposit_address set address = ${`0x${'ba'.repeat(20)}`} where order_no = ${tampered.no}`.execute(
    ctx.postgres.db,
  )
  await expect(world.shown(tampered)).rejects.toMatchObject({ error: 'address_unverified' })
  const page = await presentOrderPage(ctx, ada.actor, { page: 1, size: 20 }, 'en-US')
  expect(page.content.map((shown) => shown.address)).toEqual([null, address])
  expect(await kinds(ctx)).toEqual(['address_mismatch'])
})

test('an order gets no deposit address of a payment key that staff have not accepted', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  const { xpub, firstAddress } = liveKey('second')
  const other = { ...world.network, xpub, canary: firstAddress }
  const given = ctx.postgres.transaction((tx) => giveAddress(ctx, tx, other, order))
  await expect(given).rejects.toMatchObject({ error: 'network_unavailable' })
})

test('the incident of a changed payment key closes if the earlier key is restored before staff accept the change', async () => {
  await using ctx = await testPlatform({ settings: liveNetwork(liveKey('first')) })
  const world = await PaymentWorld.open(ctx)
  await restartWith(world, 'second')
  await restartWith(world, 'first')
  expect(await kinds(ctx)).toEqual([])
  expect((await world.order(await world.customer())).status).toBe(orderStatus.pending)
  expect(await world.scan()).not.toBeInstanceOf(RpcFault)
})
