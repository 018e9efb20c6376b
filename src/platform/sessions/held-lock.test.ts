import pg from 'pg'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { silentLog } from '../log/log.ts'
import { whileLocked } from './held-lock-store.ts'

test('waiting for a held lock times out with an error that names the holder', async () => {
  await using ctx = await testPlatform()
  const { postgresConnection: connection } = ctx
  await whileLocked(connection, silentLog, { lock: 'migrations' }, async () => {
    const waiting = whileLocked(connection, silentLog, { lock: 'migrations', limitMs: 100 }, async () => 'got it')
    await expect(waiting).rejects.toThrow(
      /^Waiting for the lock of the migrations took longer than 1 seconds\. It is held by "tapewire migrations \d+@.*" \(PostgreSQL process \d+, idle in transaction since 20/,
    )
  })
  expect(await whileLocked(connection, silentLog, { lock: 'migrations' }, async () => 'got it')).toBe('got it')
})

test('a shared lock can have several holders at the same time', async () => {
  await using ctx = await testPlatform()
  const shared = { lock: 'deletions', isShared: true } as const
  const both = ctx.postgres.whileLocked(shared, () => ctx.postgres.whileLocked(shared, async () => 'both'))
  expect(await both).toBe('both')
})

test('a stopping process no longer waits for a lock', async () => {
  await using ctx = await testPlatform()
  const stop = new AbortController()
  await ctx.postgres.whileLocked({ lock: 'backup' }, async () => {
    const waiting = ctx.postgres.whileLocked({ lock: 'backup', signal: stop.signal }, async () => 'got it')
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })
})

test('work under a lock fails if the lock is lost with its connection', async () => {
  await using ctx = await testPlatform()
  const work = ctx.postgres.whileLocked({ lock: 'backup' }, async () => {
    const client = new pg.Client(ctx.postgresConnection)
    await client.connect()
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'tapewire backup %' and datname = current_database()`)
    await client.end()
    return 'done'
  })
  await expect(work).rejects.toThrow('the lock of backups was lost')
})
