import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { carryOut } from './import-order.ts'
import { endDied, importNow, runImportsBy, runNext } from './import-queue.ts'
import { brokeOff, type Outcome, pauseAfter } from './job.ts'
import { claimJob, insertJob, type Job } from './job-store.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const io = { signal: new AbortController().signal, progress: () => {} }

async function queued(code: string, source: Job['source'] = 'folder'): Promise<Job> {
  const file = `stock-us-${code}-1d.csv`
  const path = join(ctx.settings.dataDir, file)
  const lines = ['2025-01-02,1,3,1,2,10', '2025-01-03,2,4,2,3,10']
  await writeFile(path, `time,open,high,low,close,volume\n${lines.join('\n')}\n`)
  return insertJob(ctx.postgres.db, { kind: 'bars', file, path, source, flags: {}, by: null }, ctx.clock.now())
}

const run = ({ id }: Job) => runNext(ctx, { id }, async ({ path }) => path ?? '', io)

async function recordOf({ id }: Job) {
  const { rows } = await sql<{ phase: string; attempts: number; accepted: bigint; failure: object | null }>`
    select phase, attempts, accepted, failure from imports where id = ${id}::bigint`.execute(ctx.postgres.db)
  return rows[0]
}

test('an import that breaks off twice fails with the reason, and each attempt is counted before the file is read', async () => {
  const job = await queued('TWICE')
  const seen: unknown[] = []
  using _runner = runImportsBy(ctx, async () => {
    seen.push(await recordOf(job))
    return { end: 'broke', problem: brokeOff }
  })
  await run(job)
  expect(await recordOf(job)).toMatchObject({ phase: 'ready', attempts: 1, failure: null })
  await run(job)
  expect(seen).toMatchObject([
    { phase: 'importing', attempts: 1 },
    { phase: 'importing', attempts: 2 },
  ])
  expect(await recordOf(job)).toMatchObject({ phase: 'failed', attempts: 2, failure: { name: 'import_broke_off' } })
  expect(await run(job)).toBe(null)
})

test('the rows that a killed import has stored are counted and can be read', async () => {
  const job = await queued('KILLED')
  using _runner = runImportsBy(ctx, async (order, given): Promise<Outcome> => {
    await carryOut(ctx, order, given)
    await sql`update imports set accepted = 0 where id = ${order.importId}::bigint`.execute(ctx.postgres.db)
    await sql`delete from bar_sources`.execute(ctx.postgres.db)
    return { end: 'broke', problem: brokeOff }
  })
  await run(job)
  expect(await recordOf(job)).toMatchObject({ accepted: 2n })
  const instrument = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'KILLED' })
  if (!instrument) throw new Error('nothing was stored')
  expect(await readBars(ctx, { instrument, interval: '1d', limit: 9, order: 'oldest' })).toHaveLength(2)
  const { rows } = await sql`select first_time from bar_sources`.execute(ctx.postgres.db)
  expect(rows).toEqual([{ first_time: BigInt(Date.parse('2025-01-02')) }])
})

test('while the store does not respond, an import is tried again after growing pauses without using up its attempts', async () => {
  const job = await queued('AWAY')
  let isAway = true
  using _runner = runImportsBy(ctx, async (order, given) =>
    isAway ? { end: 'away', sentence: 'The store is away.' } : carryOut(ctx, order, given),
  )
  for (let pauses = 0; pauses < 3; pauses += 1) {
    expect(await run(job)).toMatchObject({ outcome: { end: 'away' } })
    await ctx.clock.advance(pauseAfter(pauses) - 1)
    expect(await run(job)).toBe(null)
    await ctx.clock.advance(1)
  }
  isAway = false
  expect(await run(job)).toMatchObject({ outcome: { end: 'done' } })
  expect(await recordOf(job)).toMatchObject({ phase: 'done', attempts: 1, accepted: 2n })
})

test('if the process of an import dies, the import restarts after a minute; an import from the command line fails instead', async () => {
  const [folder, command] = [await queued('SILENT'), await queued('COMMAND', 'cli')]
  const times = () => ({ now: ctx.clock.now(), silentSince: ctx.clock.now() - 60_000 })
  for (const { id } of [folder, command]) await claimJob(ctx.postgres.db, { id }, times())
  await endDied(ctx)
  expect(await run(folder)).toBe(null)
  await ctx.clock.advance(60_001)
  await endDied(ctx)
  expect(await recordOf(command)).toMatchObject({ phase: 'failed', failure: { name: 'import_broke_off' } })
  expect(await run(folder)).toMatchObject({ outcome: { end: 'done' }, job: { attempts: 2 } })
})

test('a failed import from the command line reports the reason', async () => {
  const { id: _, phase: __, ...job } = await queued('SAID', 'cli')
  using _runner = runImportsBy(ctx, async () => ({ end: 'broke', problem: brokeOff }))
  const begun = importNow(ctx, { kind: job.kind, file: job.file, flags: {}, by: 'cli', path: job.path ?? '' }, io)
  await expect(begun).rejects.toThrow('The process that read the file ended')
})
