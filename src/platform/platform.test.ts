import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onServers } from '#test/fixtures/clickhouse.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { storeFailure } from './engines/store-failure.ts'
import { TakesNoChanges } from './engines/takes-no-changes.ts'
import { untilGone } from './engines/until-gone.ts'
import { openPostgres } from './stores/postgres.ts'

test('the audit row and the mail of a transaction are committed or rolled back together with the transaction', async () => {
  await using ctx = await testPlatform()
  const failed = ctx.postgres.transaction(async (tx) => {
    await ctx.postgres.audit(tx, { kind: 'operator-cli' }, 'test', 'subject')
    await ctx.mail.queue(tx, { to: 'a@example.com', subject: 's', text: 't', html: 'h', kind: 'test' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await ctx.mails()).toEqual([])
  await ctx.postgres.transaction(async (tx) => {
    await ctx.postgres.audit(tx, { kind: 'account', accountId: '7', sessionId: 's' }, 'key.rename', 'key:1', {
      to: 'x',
      planId: 'free',
    })
    await ctx.mail.queue(tx, { to: 'a@example.com', subject: 's', text: 't', html: 'h', kind: 'test' })
  })
  expect(await ctx.mails('A@example.com')).toMatchObject([
    { to: 'a@example.com', subject: 's', sentAt: ctx.clock.now() },
  ])
  const { rows } = await sql<{ actor_id: string; detail: object }>`
    select actor_id, a.detail || v.detail as detail from audit a join audit_value v on v.audit_id = a.id`.execute(
    ctx.postgres.db,
  )
  expect(rows).toEqual([{ actor_id: '7', detail: { to: 'x', planId: 'free' } }])
})

test('a notification arrives when its transaction commits, and never after a rollback', async () => {
  await using ctx = await testPlatform()
  const heard: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await using _listening = await ctx.postgres.listen(
    'keys',
    (payload) => {
      heard.push(payload)
      resolve()
    },
    () => {},
  )
  await ctx.postgres
    .transaction(async (tx) => {
      await ctx.postgres.notify(tx, 'keys', { keyId: 'lost' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, 'keys', { keyId: '1' }))
  await promise
  expect(heard).toEqual([{ keyId: '1' }])
})

test('a listener reconnects after a disconnection and reports that notifications may be lost', async () => {
  await using ctx = await testPlatform()
  const { promise: gap, resolve } = Promise.withResolvers<void>()
  const { promise: notification, resolve: hear } = Promise.withResolvers<unknown>()
  await using _listening = await ctx.postgres.listen('keys', hear, resolve)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen keys' and datname = current_database()`.execute(
    ctx.postgres.db,
  )
  await gap
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, 'keys', 'back'))
  expect(await notification).toBe('back')
})

test('int8 is read as bigint without losing a digit', async () => {
  await using ctx = await testPlatform()
  const { rows } = await sql`select 9007199254740993::int8 as n, count(*) as c from audit`.execute(ctx.postgres.db)
  expect(rows).toEqual([{ n: 9007199254740993n, c: 0n }])
})

test('ClickHouse rows are written and read as objects and as text, and a query can have parameters', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await ctx.clickhouse.command('CREATE TABLE t (a UInt32, b String) ENGINE = MergeTree ORDER BY a')
  await ctx.clickhouse.insert('t', [
    { a: 1, b: "it's" },
    { a: 2, b: 'two' },
  ])
  await ctx.clickhouse.insertText('t', 'TabSeparated', '3\tthree\n4\tfour\n')
  const rows = await ctx.clickhouse.query('SELECT a, b FROM t WHERE a >= {from:UInt32} ORDER BY a', { from: 2 })
  expect(rows).toEqual([
    { a: 2, b: 'two' },
    { a: 3, b: 'three' },
    { a: 4, b: 'four' },
  ])
  expect(await ctx.clickhouse.text('SELECT a, b FROM t WHERE a = 1', 'CSVWithNames')).toBe('"a","b"\n1,"it\'s"\n')
})

test('a ClickHouse query that times out fails with a named error and does not affect the next query', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const slow = ctx.clickhouse.query(
    'SELECT sleepEachRow(0.2) FROM numbers(20) SETTINGS max_block_size = 1',
    {},
    { maxMs: 500 },
  )
  await expect(slow).rejects.toMatchObject({ error: 'history_unavailable' })
  expect(await ctx.clickhouse.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  const [row] = await ctx.clickhouse.query<{ v: string }>(
    "SELECT value AS v FROM system.settings WHERE name = 'max_execution_time'",
    {},
    { maxMs: 4_000 },
  )
  expect(Number(row?.v)).toBe(4)
})

test('a read that waits for ClickHouse ends with an error when its caller disconnects', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const running = ctx.clickhouse.query('SELECT sleep(0.2)')
  const gone = new AbortController()
  const waiting = untilGone(ctx, gone.signal).clickhouse.columns('SELECT 1')
  gone.abort()
  await expect(waiting).rejects.toMatchObject({ error: 'history_unavailable' })
  await running
})

test('a PostgreSQL statement may take two minutes while a process starts, and 2.5 seconds while it serves', async () => {
  await using ctx = await testPlatform()
  await using postgres = openPostgres({ connection: ctx.postgresConnection, log: ctx.log })
  const limit = async () =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(postgres.db)).rows[0]?.statement_timeout
  expect(await limit()).toBe('2min')
  postgres.beginServing()
  expect(await limit()).toBe('2500ms')
})

test('a statement that gets an idle connection of the pool is never counted as waiting', async () => {
  await using ctx = await testPlatform()
  await using postgres = openPostgres({ connection: ctx.postgresConnection, log: ctx.log, poolMax: 1 })
  await postgres.probe()
  const asked = postgres.probe()
  const waiting = new Set<number>()
  for (let turn = 0; turn < 100; turn += 1) {
    waiting.add(postgres.connections().waiting)
    await null
  }
  await asked
  expect([...waiting]).toEqual([0])
})

test('if a transaction times out at its start, the next write is committed at once and is not part of the transaction', async () => {
  await using ctx = await testPlatform()
  await using postgres = openPostgres({ connection: ctx.postgresConnection, log: ctx.log, poolMax: 1 })
  postgres.beginServing()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(postgres.db)
  const pid = rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(postgres.transaction(() => Promise.resolve())).rejects.toThrow('timeout')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await sql`create table written (n int)`.execute(postgres.db)
  const seen = await sql`select * from information_schema.tables where table_name = 'written'`.execute(ctx.postgres.db)
  expect(seen.rows).toHaveLength(1)
})

test('a PostgreSQL connection is replaced when its server becomes read-only, even the connection for notifications', async () => {
  await using ctx = await testPlatform()
  await using postgres = openPostgres({ connection: ctx.postgresConnection, log: ctx.log, poolMax: 1 })
  const { db } = postgres
  /**
   * Makes this connection read-only, as after a demotion of its server. New connections reach another server, which
   * accepts changes.
   */
  const demote = () => sql`set session characteristics as transaction read only`.execute(db)
  await sql`create table written (n int)`.execute(db)
  const write = () => sql`insert into written values (1)`
  await demote()
  await postgres.transaction((tx) => write().execute(tx))
  await demote()
  await expect(write().execute(db).catch(storeFailure)).resolves.toMatchObject({ error: 'server_busy' })
  await write().execute(db)
  let gaps = 0
  await using _listening = await postgres.listen(
    'changes',
    () => undefined,
    () => {
      gaps += 1
    },
  )
  await demote()
  await expect(postgres.probe()).rejects.toThrow(new TakesNoChanges('read_only'))
  await postgres.probe()
  await expect.poll(() => gaps).toBe(1)
  await postgres.probe()
  expect((await sql`select * from written`.execute(db)).rows).toHaveLength(2)
  expect(gaps).toBe(1)
})

test('while the disk of PostgreSQL is full, a write is refused as busy, and the probe reports the full disk', async () => {
  await using ctx = await testPlatform()
  await using postgres = openPostgres({ connection: ctx.postgresConnection, log: ctx.log })
  const extend = sql`do $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`
  await postgres.probe()
  await expect(extend.execute(postgres.db).catch(storeFailure)).resolves.toMatchObject({ error: 'server_busy' })
  await expect(postgres.probe()).rejects.toThrow(new TakesNoChanges('disk_full'))
})

test('a wrong ClickHouse statement fails with the error of ClickHouse', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await expect(ctx.clickhouse.query('SELECT nothing FROM nowhere')).rejects.toThrow(/nowhere/)
})

if (onServers) didNotRun('a full disk under the embedded ClickHouse', 'this run has ClickHouse as a server')
test.skipIf(onServers)(
  'while the disk is full, the embedded ClickHouse refuses writes with a named error and still answers reads',
  async () => {
    const storage = { full: false }
    await using ctx = await testPlatform({ clickhouse: true, storage })
    await ctx.clickhouse.command('CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a')
    storage.full = true
    await expect(ctx.clickhouse.insert('t', [{ a: 1 }])).rejects.toMatchObject({ error: 'storage_full' })
    expect(await ctx.clickhouse.query('SELECT count() AS c FROM t')).toEqual([{ c: 0 }])
  },
)
