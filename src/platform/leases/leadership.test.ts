import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { systemClock } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { Fenced } from './fenced.ts'
import { Leadership, type Term } from './leadership.ts'
import {
  acquireLease,
  assertFence,
  ensureLease,
  leaseOwner,
  listLeases,
  raiseFence,
  releaseLease,
  releaseOfEnded,
} from './lease.ts'

/** A life long enough that even a busy machine renews each lease in time. */
const long = { lifeMs: 2_500, tryMs: 20 }
const short = { lifeMs: 300, tryMs: 20 }
let platform: TestPlatform
let ctx: Platform
beforeAll(async () => {
  platform = await testPlatform()
  ctx = { ...platform, clock: systemClock }
})
afterAll(() => platform[Symbol.asyncDispose]())

/** A process that wants the lease. `terms`: the terms that it began; `open`: the number of unfinished terms. */
async function candidate(name: string, lives = long) {
  const terms: Term[] = []
  let open = 0
  const leadership = await Leadership.open(ctx, { name, lives }, async (term) => {
    terms.push(term)
    open += 1
    return {
      async [Symbol.asyncDispose]() {
        open -= 1
      },
    }
  })
  return { terms, isLeading: () => open === 1, [Symbol.asyncDispose]: () => leadership[Symbol.asyncDispose]() }
}

test('one of two processes leads, and the other takes over with a higher fence when the leader stops', async () => {
  const first = await candidate('one')
  await using second = await candidate('one')
  expect([first.isLeading(), second.isLeading()]).toEqual([true, false])
  await first[Symbol.asyncDispose]()
  expect(first.isLeading()).toBe(false)
  await expect.poll(second.isLeading).toBe(true)
  expect(second.terms[0]?.fence.token).toBe((first.terms[0]?.fence.token ?? 0) + 1)
})

test('after a leader loses its lease, one process leads again, and the work of the lost term is aborted', async () => {
  await using first = await candidate('two')
  await using second = await candidate('two')
  await sql`update lease set owner = 'nobody', until = to_timestamp(0), fence = fence + 1 where name = 'two'`.execute(
    ctx.postgres.db,
  )
  await expect.poll(() => [first, second].filter((one) => one.isLeading()).length).toBe(1)
  await expect.poll(() => first.terms[0]?.signal.aborted).toBe(true)
})

test('if a store refuses the work of a leader, the leader ends its term and acquires the lease again', async () => {
  await using only = await candidate('three')
  only.terms[0]?.lose(new Error('refused'))
  await expect.poll(() => only.terms.length).toBe(2)
  expect(only.isLeading()).toBe(true)
})

test('a process that leads at its start fails if the work cannot begin; a process that takes over later tries the work again', async () => {
  const open = (work: () => Promise<AsyncDisposable>) => Leadership.open(ctx, { name: 'four', lives: long }, work)
  await expect(open(() => Promise.reject(new Error('unknown exchange')))).rejects.toThrow('unknown exchange')
  const tries: number[] = []
  await using other = await candidate('four')
  await using _later = await open(async () => {
    tries.push(tries.length)
    if (tries.length < 3) throw new Error('not yet')
    return { async [Symbol.asyncDispose]() {} }
  })
  expect(tries).toEqual([])
  await other[Symbol.asyncDispose]()
  await expect.poll(() => tries.length).toBe(3)
})

test('the list of leases shows an unresponsive process as the holder until its lease expires', async () => {
  const { db } = ctx.postgres
  const named = async () => (await listLeases(db)).find(({ name }) => name === 'five')
  await ensureLease(db, 'five')
  await acquireLease(db, 'five', 'machine 1 a', 60_000)
  expect(await named()).toEqual({ name: 'five', holder: 'machine 1 a', since: expect.any(Number), fence: 1 })
  await sql`update lease set until = to_timestamp(0) where name = 'five'`.execute(db)
  expect(await named()).toEqual({ name: 'five', holder: null, since: null, fence: 1 })
})

test('the current and the previous release never hold the payments lease of a network at the same time', async () => {
  const { db } = ctx.postgres
  const lease = 'payments:TRC20'
  const asBefore = (owner: string) =>
    sql<{ fence: bigint }>`
    update billing_lease set until = now() + interval '1 minute',
      fence = case when owner = ${owner} then fence else fence + 1 end, owner = ${owner}
    where network = 'TRC20' and (owner is null or owner = ${owner} or until < now()) returning fence`.execute(db)
  for (const _again of [1, 2])
    await sql`insert into billing_lease (network) values ('TRC20') on conflict do nothing`.execute(db)
  await ensureLease(db, lease)
  expect(await acquireLease(db, lease, 'new', 60_000)).toBe(1)
  expect((await asBefore('old')).rows).toEqual([])
  await releaseLease(db, lease, 'new')
  expect((await asBefore('old')).rows).toEqual([{ fence: 2n }])
  expect(await acquireLease(db, lease, 'new', 60_000)).toBeNull()
  await ctx.postgres.transaction(async (tx) => {
    const held = await sql`select 1 from billing_lease where network = 'TRC20' and fence = 2 for share`.execute(tx)
    expect(held.rows.length).toBe(1)
    await expect(assertFence(tx, { lease, token: 1 })).rejects.toThrow(Fenced)
  })
})

test('a leader that pauses in a transaction loses the lease, and its transaction fails', async () => {
  const { db } = ctx.postgres
  await ensureLease(db, 'six')
  const token = (await acquireLease(db, 'six', 'first', 0)) ?? 0
  const locked = Promise.withResolvers<void>()
  const acquired = Promise.withResolvers<void>()
  const paused = ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, { lease: 'six', token })
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(tx)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '3s' }])
    await sql`set local idle_in_transaction_session_timeout = '50ms'`.execute(tx)
    locked.resolve()
    await acquired.promise
    await raiseFence(tx, 'six')
  })
  const lost = expect(paused).rejects.toThrow()
  await locked.promise
  expect(await acquireLease(db, 'six', 'second', 1_000)).toBe(2)
  acquired.resolve()
  await lost
})

test('a lease acquired while the database clock was a day ahead does not block the next holder', async () => {
  const { db } = ctx.postgres
  await ensureLease(db, 'ahead')
  await acquireLease(db, 'ahead', 'former', 6_000)
  expect(await acquireLease(db, 'ahead', 'next', 6_000)).toBeNull()
  await sql`update lease set until = until + interval '1 day' where name = 'ahead'`.execute(db)
  expect(await acquireLease(db, 'ahead', 'next', 6_000)).toBe(2)
})

test('a start frees the leases of ended processes, and a lease acquired afterwards lasts a minute', async () => {
  const own = { ...ctx, kept: new Map<string, unknown>() }
  const { db } = own.postgres
  const ended = spawn('true')
  await once(ended, 'exit')
  const owners = { ended: `${hostname()} ${ended.pid} a`, moved: 'elsewhere 1 b', running: leaseOwner(own) }
  for (const [name, owner] of Object.entries(owners)) {
    await ensureLease(db, name)
    await acquireLease(db, name, owner, 60_000)
  }
  await releaseOfEnded(own, 60_000)
  const listed = new Map((await listLeases(db)).map(({ name, holder }) => [name, holder]))
  expect(Object.keys(owners).map((name) => listed.get(name))).toEqual([null, null, owners.running])
  await using _leading = await Leadership.open(own, { name: 'ended' }, async () => ({
    async [Symbol.asyncDispose]() {},
  }))
  const { rows } = await sql<{ s: number }>`
    select extract(epoch from until - clock_timestamp())::float8 as s from lease where name = 'ended'`.execute(db)
  expect(rows[0]?.s).toBeGreaterThan(50)
})

test('a lease that a transaction has locked does not delay the renewal of other leases', async () => {
  await using locked = await candidate('locked', short)
  await using other = await candidate('free', short)
  const { db, transaction } = ctx.postgres
  const endOf = async () => {
    const { rows } = await sql<{ until: Date }>`select until from lease where name = 'free'`.execute(db)
    return rows[0]?.until.getTime() ?? 0
  }
  await transaction(async (tx) => {
    const [term] = locked.terms
    if (!term) throw new Error('it leads')
    await assertFence(tx, term.fence)
    const before = await endOf()
    await expect.poll(endOf, { timeout: 2_000 }).toBeGreaterThan(before + short.lifeMs)
  })
  expect([locked.isLeading(), other.isLeading()]).toEqual([true, true])
})
