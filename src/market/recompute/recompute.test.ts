import { expect, test } from 'vitest'
import type { DataSource } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { recordBars } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { checkWork } from '../checks/check-bars.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { newestJobs } from '../jobs/job-store.ts'
import { resumeJob, stopJob, type Work, workOnJob } from '../jobs/jobs.ts'
import { recordTicks } from '../ticks/ticks.ts'
import { recomputeWork, startRecompute } from './recompute.ts'

const minute = Date.parse('2026-06-29T10:00Z')

/** The minute [open, high, low, close, volume, source] that a rebuild makes of these ticks: source, second, price. */
async function rebuilt(ctx: TestPlatform, held: DataSource, ticks: [DataSource, number, number][]): Promise<unknown[]> {
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD', region: 'BA' })
  if (!instrument) throw new Error('BTCUSD is in the catalogue')
  const instrumentId = instrument.id
  await recordTicks(
    ctx,
    ticks.map(([source, second, price], seq) => ({
      ...({ instrumentId, time: minute + second * 1_000, seq, price, volume: 1, side: 0, bid: 0, ask: 0 } as const),
      source,
    })),
  )
  const figures = { open: 50, high: 50, low: 50, close: 50, volume: 1, turnover: 50 }
  await recordBars(ctx, [{ instrumentId, interval: '1m', time: minute, ...figures, source: held }])
  await ctx.clock.advance(1_000)
  const day = '2026-06-29'
  const scope = { symbol: 'crypto:BTCUSD$BA', from: day, to: day, way: 'all' } as const
  await startRecompute(ctx, { kind: 'operator-cli' }, scope)
  while (
    await workOnJob(ctx, { verify: checkWork, recompute: recomputeWork }, { signal: new AbortController().signal })
  );
  const range = { from: minute, to: minute + minuteMs, limit: 1, order: 'oldest' } as const
  const [bar] = await readBars(ctx, { instrument, interval: '1m', ...range })
  return [bar?.open, bar?.high, bar?.low, bar?.close, bar?.volume, bar?.source]
}

test.each<[string, DataSource, [DataSource, number, number][], unknown[]]>([
  [
    'pushed ticks replaces a bar of pushed ticks',
    'push',
    [
      ['push', 1, 100],
      ['push', 2, 120],
    ],
    [100, 120, 100, 120, 2, 'push'],
  ],
  [
    'ticks of two sources of one rank has the ticks of both, and the source of the first',
    'exchange',
    [
      ['push', 1, 100],
      ['exchange', 2, 120],
      ['push', 3, 90],
    ],
    [100, 120, 90, 90, 3, 'push'],
  ],
  [
    'ticks of two ranks has those of the higher rank only',
    'built',
    [
      ['import', 1, 100],
      ['exchange', 2, 120],
      ['replay', 3, 90],
    ],
    [120, 120, 120, 120, 1, 'exchange'],
  ],
  ['imported ticks does not replace an imported bar', 'import', [['import', 1, 100]], [50, 50, 50, 50, 1, 'import']],
])('a rebuilt minute bar of %s', async (_what, held, ticks, expected) => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-07-01T12:00:00Z' })
  expect(await rebuilt(ctx, held, ticks)).toEqual(expected)
})

test('if a job is stopped and resumed during a batch, only the batch that starts after the resumption records progress', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-07-01T12:00:00Z' })
  await installCatalogue(ctx)
  const actor = { kind: 'operator-cli' } as const
  const scope = { symbol: 'crypto:BTCUSD$BA', from: '2026-06-29', to: '2026-06-29', way: 'all' } as const
  const about = { id: await startRecompute(ctx, actor, scope), version: null }
  const { signal } = new AbortController()
  const stored = async () => (await newestJobs(ctx.postgres.db, 1))[0]
  const second = Promise.withResolvers<void>()
  let runs = 0
  let claimed = Promise.resolve(false)
  const work: Work = {
    atOnce: 1,
    async run() {
      runs += 1
      if (runs === 2) {
        await second.promise
        return { written: 2 }
      }
      await stopJob(ctx, actor, about)
      await resumeJob(ctx, actor, about)
      claimed = workOnJob(ctx, works, { signal })
      await expect.poll(() => runs).toBe(2)
      return { written: 1 }
    },
  }
  const works = { verify: work, recompute: work }
  await workOnJob(ctx, works, { signal })
  const seen = await stored()
  second.resolve()
  await claimed
  expect(seen).toMatchObject({ state: 'running', done: 0, result: {} })
  expect(await stored()).toMatchObject({ state: 'done', done: 1, result: { written: 2 } })
})

test('while a batch of a job takes longer than a minute, no other process starts the job', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-07-01T12:00:00Z' })
  await installCatalogue(ctx)
  await startRecompute(
    ctx,
    { kind: 'operator-cli' },
    { symbol: 'crypto:BTCUSD$BA', from: '2026-06-29', to: '2026-06-29', way: 'all' },
  )
  const { signal } = new AbortController()
  const lastSign = async () => (await newestJobs(ctx.postgres.db, 1))[0]?.changedAt ?? 0
  let runs = 0
  const slow: Work = {
    atOnce: 1,
    async run() {
      runs += 1
      if (runs > 1) return {}
      for (let steps = 0; steps < 2; steps += 1) {
        const before = await lastSign()
        await ctx.clock.advance(40_000)
        await expect.poll(lastSign).toBeGreaterThan(before)
      }
      await workOnJob(ctx, works, { signal })
      return {}
    },
  }
  const works = { verify: slow, recompute: slow }
  await workOnJob(ctx, works, { signal })
  expect([runs, (await newestJobs(ctx.postgres.db, 1))[0]?.state]).toEqual([1, 'done'])
})
