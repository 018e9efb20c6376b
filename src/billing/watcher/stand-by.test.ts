import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { acquireLease, listLeases, releaseLease } from '#src/platform/leases/lease.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { leaseOf } from '../networks/network-store.ts'
import { leaseMs } from './tick.ts'
import { Watcher } from './watcher.ts'

test('after a successor releases the lease, the earlier payment watcher acquires the lease without waiting for its next poll', async () => {
  await using world = await PaymentWorld.alone({ change: { pollIdleMs: dayMs } })
  const { db } = world.ctx.postgres
  const { clock } = world.ctx
  const lease = leaseOf(world.network.code)
  const holder = async () => (await listLeases(db)).find(({ name }) => name === lease)?.holder ?? null
  const sleep = vi.spyOn(clock, 'sleep')
  await using watcher = new Watcher(world.watch)
  await watcher.start()
  await expect.poll(() => sleep.mock.calls.some(([ms]) => ms > dayMs / 2)).toBe(true)
  expect(await holder()).toBe(world.watch.owner)
  await sql`update lease set until = to_timestamp(0) where name = ${lease}`.execute(db)
  expect(await acquireLease(db, lease, 'successor', leaseMs)).not.toBeNull()
  for (let renewals = 0; renewals < 2; renewals += 1) await clock.advance(leaseMs / 3)
  expect(await holder()).toBe('successor')
  await releaseLease(db, lease, 'successor')
  const afterSteps = async () => {
    await clock.advance(leaseMs / 3)
    return holder()
  }
  await expect.poll(afterSteps, { interval: 100 }).toBe(world.watch.owner)
})

test('while the database fails, a payment watcher retries within about a third of the lease time, even after many failures', async () => {
  await using world = await PaymentWorld.alone({ change: { pollIdleMs: dayMs } })
  const { clock, postgres } = world.ctx
  await sql`alter table lease rename to lease_away`.execute(postgres.db)
  const pauses = vi.spyOn(clock, 'sleep')
  await using watcher = new Watcher(world.watch)
  await watcher.start()
  const pauseCount = async () => {
    await clock.advance(leaseMs / 3)
    return pauses.mock.calls.length
  }
  await expect.poll(pauseCount, { interval: 20 }).toBeGreaterThan(12)
  expect(Math.max(...pauses.mock.calls.map(([ms]) => ms))).toBeLessThanOrEqual((leaseMs / 3) * 1.1)
  await sql`alter table lease_away rename to lease`.execute(postgres.db)
  const holder = async () => {
    await clock.advance(leaseMs / 3)
    return (await listLeases(postgres.db))[0]?.holder ?? null
  }
  await expect.poll(holder, { interval: 20 }).toBe(world.watch.owner)
})
