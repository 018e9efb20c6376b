import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { logTo, silentLog } from '../log/log.ts'
import { PostgresListener } from './postgres-listener.ts'

const times = { proofMs: 5, arrivalMs: 30 }

test('while PostgreSQL delivers no notifications, the listener repeatedly reports a gap to each subscriber', async () => {
  await using ctx = await testPlatform()
  const gaps = { keys: 0, plans: 0 }
  const lost = async () => {}
  await using listener = new PostgresListener({ connection: ctx.postgresConnection, log: silentLog, send: lost, times })
  await listener.listen(
    'keys',
    () => {},
    () => {
      gaps.keys += 1
    },
  )
  await listener.listen(
    'plans',
    () => {},
    () => {
      gaps.plans += 1
    },
  )
  await expect.poll(() => Math.min(gaps.keys, gaps.plans)).toBeGreaterThan(2)
})

test('no gap is reported to subscribers while notifications arrive or while the database is unreachable', async () => {
  await using ctx = await testPlatform()
  let [gaps, sent] = [0, 0]
  const send = async (channel: string, payload: string) => {
    sent += 1
    if (sent > 5) throw new Error('away')
    await sql`select pg_notify(${channel}, ${payload})`.execute(ctx.postgres.db)
  }
  const connection = ctx.postgresConnection
  await using listener = new PostgresListener({
    connection,
    log: silentLog,
    send,
    times: { proofMs: 5, arrivalMs: 60_000 },
  })
  await listener.listen(
    'keys',
    () => {},
    () => {
      gaps += 1
    },
  )
  await expect.poll(() => sent).toBeGreaterThan(8)
  expect(gaps).toBe(0)
})

test('a failed handler of a notification is logged, and the other handlers are called', async () => {
  await using ctx = await testPlatform()
  const lines: string[] = []
  const log = logTo(
    ({ message, fields }) => lines.push(`${message}: ${fields.channel} ${(fields.cause as Error).message}`),
    'error',
  )
  const send = async () => {}
  const connection = ctx.postgresConnection
  await using listener = new PostgresListener({ connection, log, send, times: { proofMs: 60_000, arrivalMs: 60_000 } })
  let calls = 0
  const refused = () => Promise.reject(new Error('away'))
  await listener.listen('keys', refused, refused)
  await listener.listen(
    'keys',
    () => {
      calls += 1
    },
    () => {},
  )
  await sql`select pg_notify('keys', 'null')`.execute(ctx.postgres.db)
  await expect.poll(() => [calls, ...lines]).toEqual([1, 'a listener failed: keys away'])
})
