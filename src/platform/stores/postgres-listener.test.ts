import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { silentLog } from '../log/log.ts'
import { PostgresListener } from './postgres-listener.ts'

const times = { proofMs: 5, arrivalMs: 30 }

test('every subscriber reads repeatedly while notifications do not arrive', async () => {
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

test('subscribers do not read again while notifications arrive, or while the database is unreachable', async () => {
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
