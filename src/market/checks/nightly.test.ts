import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type RecordedBar, recordBars } from '../bars/bars.ts'
import { countIfDue } from '../coverage/coverage.ts'
import { ensureInstrument } from '../instruments/instruments.ts'
import { workOnJob } from '../jobs/jobs.ts'
import { recomputeWork } from '../recompute/recompute.ts'
import { recordTicks } from '../ticks/ticks.ts'
import { checkWork } from './check-bars.ts'
import { queueNight } from './nightly.ts'

let ctx: TestPlatform
beforeAll(async () => {
  // a Wednesday
  ctx = await testPlatform({ clickhouse: true, now: '2026-07-01T12:00:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const listing = { class: 'stock', region: 'US' } as const

async function record(code: string, dates: readonly string[], source: RecordedBar['source'] = 'import') {
  const { id } = await ensureInstrument(ctx, { ...listing, code })
  const figures = { open: 10, high: 11, low: 9, close: 10, volume: 5, turnover: 50, source }
  const bars = dates.map((date) => ({ ...figures, instrumentId: id, interval: '1d' as const, time: Date.parse(date) }))
  await recordBars(ctx, bars)
  return id
}

async function night() {
  await Promise.all([queueNight(ctx), queueNight(ctx)])
  const { signal } = new AbortController()
  while (await workOnJob(ctx, { verify: checkWork, recompute: recomputeWork }, { signal }));
}

async function jobs(): Promise<{ kind: string; class: string; from: number | null }[]> {
  const { rows } = await sql<{ kind: string; scope: { class: string; from: number | null } }>`
    select kind, scope from data_job where state = 'done' order by id`.execute(ctx.postgres.db)
  return rows.map(({ kind, scope }) => ({ kind, class: scope.class, from: scope.from }))
}

async function findings() {
  const { rows } = await sql<{ code: string; kind: string; state: string; first: string; last: string }>`
    select i.code, f.kind, f.state, to_char(to_timestamp(f.first_time / 1000) at time zone 'UTC', 'MM-DD') as first,
      to_char(to_timestamp(f.last_time / 1000) at time zone 'UTC', 'MM-DD') as last
    from bar_finding f join instruments i on i.id = f.instrument_id order by f.id`.execute(ctx.postgres.db)
  return rows.map((row) => Object.values(row).join(' '))
}

test('the nightly check of bars first runs in the night after the first start, and only once a night', async () => {
  await night()
  expect(await jobs()).toEqual([])
  await ctx.clock.advance(13 * hourMs)
  await night()
  expect(await jobs()).toEqual([])
  await ctx.clock.advance(hourMs)
  await night()
  const checked = ['stock', 'forex', 'indices', 'crypto', 'future', 'fund']
  expect(await jobs()).toEqual(checked.map((name) => ({ kind: 'verify', class: name, from: null })))
  await night()
  expect(await jobs()).toHaveLength(6)
})

test('a gap that begins before the checked period is reported once; a stopped series remains a finding until it continues', async () => {
  await record('GAPS', ['2026-05-29', '2026-06-30', '2026-07-01'])
  const stopped = await record('STOP', ['2026-06-24', '2026-06-25'])
  await record('SIMU', ['2026-06-24', '2026-06-25'], 'simulated')
  await ctx.clock.advance(dayMs)
  await night()
  const gap = 'GAPS gap open 06-02 06-29'
  expect((await jobs()).at(-1)).toMatchObject({ kind: 'verify', from: Date.parse('2026-06-02') })
  expect(await findings()).toEqual([gap, 'STOP stopped open 06-25 06-25'])
  await sql`update bar_finding set state = 'accepted' where instrument_id = ${stopped}`.execute(ctx.postgres.db)
  await ctx.clock.advance(dayMs)
  await night()
  expect(await findings()).toEqual([gap, 'STOP stopped accepted 06-25 06-25'])
  await sql`update bar_finding set state = 'open' where instrument_id = ${stopped}`.execute(ctx.postgres.db)
  await record('STOP', ['2026-06-26', '2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02'])
  // Sunday's check covers the whole history, so it finds the gap from its beginning.
  await ctx.clock.advance(dayMs)
  await night()
  expect(await findings()).toEqual([
    'GAPS gap mended 06-02 06-29',
    'STOP stopped mended 06-25 06-25',
    'GAPS gap open 06-01 06-29',
  ])
  expect((await jobs()).at(-1)).toMatchObject({ kind: 'verify', from: null })
})

test('the nightly check of bars builds missing minute bars from recorded ticks', async () => {
  const { id: instrumentId } = await ensureInstrument(ctx, {
    class: 'crypto',
    region: 'BA',
    code: 'TICKUSD',
  })
  const time = Date.parse('2026-07-05T10:00:00Z')
  const tick = {
    instrumentId,
    time,
    seq: 0,
    price: 100,
    volume: 2,
    side: 0,
    bid: 0,
    ask: 0,
    source: 'exchange',
  } as const
  await recordTicks(ctx, [tick])
  await countIfDue(ctx)
  await ctx.clock.advance(dayMs)
  await night()
  const [filled] = (await jobs()).filter(({ kind }) => kind === 'recompute')
  expect(filled).toEqual({ kind: 'recompute', class: 'crypto', from: Date.parse('2026-07-04') })
  const bars = await ctx.clickhouse.query(`SELECT close FROM bars WHERE instrument = ${instrumentId} AND interval = 1`)
  expect(bars).toEqual([{ close: 100 }])
})
