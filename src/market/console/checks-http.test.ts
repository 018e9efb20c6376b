import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { type RecordedBar, recordBars } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readBars } from '../history/history.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { recordTicks } from '../ticks/ticks.ts'
import { workOnJobs } from './job-loop.ts'

let ctx: TestPlatform
let site: SiteApi
let apple: Instrument
let bitcoin: Instrument
let data: Awaited<ReturnType<typeof testStaff>>
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-07-01T12:00:00Z' })
  await installCatalogue(ctx)
  site = siteApi(ctx)
  data = await testStaff(ctx, 'data@example.com', 'data')
  apple = await instrument('stock', 'AAPL', 'US')
  bitcoin = await instrument('crypto', 'BTCUSD', 'BA')
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function instrument(assetClass: 'stock' | 'crypto', code: string, region: string): Promise<Instrument> {
  const found = await findInstrument(ctx, { class: assetClass, code, region })
  if (!found) throw new Error(`${code} is in the catalogue`)
  return found
}

const send = (path: string, body?: object) =>
  site.send(`/api/operator${path}`, {
    headers: { authorization: `Bearer ${data.token}` },
    ...(body === undefined ? {} : { body }),
  })

const at = (text: string) => Date.parse(`${text}Z`)

function day(date: string, price = 100, more: Partial<RecordedBar> = {}): RecordedBar {
  const figures = { open: price, high: price * 1.01, low: price * 0.99, close: price, volume: 10, turnover: 0 }
  return { instrumentId: apple.id, interval: '1d', time: Date.parse(date), ...figures, source: 'import', ...more }
}

const found = async (query = '') => (await send(`/findings${query}`)).data.findings as Record<string, unknown>[]
const summaryOf = (rows: Record<string, unknown>[]) =>
  rows.map(({ kind, first, last }) => [kind, iso(first), iso(last)]).sort()
const iso = (time: unknown) => new Date(Number(time)).toISOString().slice(0, 16).replace('T00:00', '')

test('a check of bars finds gaps, wrong bars, jumps, days without volume, unlisted splits and stopped series', async () => {
  // 2026-06-19 is a holiday, and 2026-06-06 a Saturday
  await recordBars(ctx, [
    ...[day('2026-06-01', 400), day('2026-06-02', 400), day('2026-06-03'), day('2026-06-04'), day('2026-06-05')],
    ...[day('2026-06-08'), day('2026-06-11'), day('2026-06-12', 100, { high: 90 })],
    ...[day('2026-06-15', 250), day('2026-06-16'), day('2026-06-17', 100, { volume: 0 })],
    ...[day('2026-06-18', 100, { volume: 0 }), day('2026-06-22'), day('2026-06-23')],
  ])
  expect(await tapewire(ctx, 'verify', 'bars', 'stock:AAPL$US')).toContain('6 new findings, 0 are mended')
  expect(summaryOf(await found())).toEqual([
    ['gap', '2026-06-09', '2026-06-10'],
    ['jump', '2026-06-15', '2026-06-15'],
    ['no_volume', '2026-06-17', '2026-06-18'],
    ['outside', '2026-06-12', '2026-06-12'],
    ['split', '2026-06-03', '2026-06-03'],
    ['stopped', '2026-06-23', '2026-06-23'],
  ])
  expect(await found('?kind=split')).toMatchObject([{ key: 'stock:AAPL$US', detail: { ratio: 4 } }])
})

test('a later check of bars marks corrected findings as mended; an accepted finding stays accepted until it is reopened', async () => {
  const [gap] = await found('?kind=gap')
  const accept = (version: unknown) => send(`/findings/${gap?.id}/accept`, { version, note: 'a halt' })
  expect(await accept(7)).toMatchObject({ error: 'changed_meanwhile' })
  expect((await accept(gap?.version)).status).toBe(200)
  await ctx.clock.advance(1_000)
  await recordBars(ctx, [day('2026-06-12'), day('2026-06-15')])
  const output = await tapewire(ctx, 'verify', 'bars', '--class', 'stock', '--region', 'us')
  expect(output).toContain('0 new findings, 2 are mended')
  expect(summaryOf(await found())).toEqual([
    ['no_volume', '2026-06-17', '2026-06-18'],
    ['split', '2026-06-03', '2026-06-03'],
    ['stopped', '2026-06-23', '2026-06-23'],
  ])
  expect(await found('?state=accepted')).toMatchObject([{ kind: 'gap', note: 'a halt' }])
  expect(await tapewire(ctx, 'findings', 'reopen', String(gap?.id))).toContain('open again')
  expect(await tapewire(ctx, 'findings', 'list', '--kind', 'gap')).toContain('stock:AAPL$US  1d  2026-06-09')
  expect(await audited(ctx, 'finding.accept')).toMatchObject([{ actor_kind: 'staff', subject: gap?.id }])
  expect(await audited(ctx, 'bars.verify')).toHaveLength(2)
})

test('a check of bars reports minutes that are missing within a session, but not the night between two sessions', async () => {
  const minutes = (from: string, to: string): RecordedBar[] => {
    const bars: RecordedBar[] = []
    for (let time = at(from); time < at(to); time += minuteMs) bars.push({ ...day('2026-06-25'), interval: '1m', time })
    return bars
  }
  await recordBars(ctx, [
    ...minutes('2026-06-25T13:30', '2026-06-25T16:00'),
    ...minutes('2026-06-25T17:00', '2026-06-25T20:00'),
    ...minutes('2026-06-26T13:30', '2026-06-26T14:00'),
  ])
  await tapewire(ctx, 'verify', 'bars', 'stock:AAPL$US', '--from', '2026-06-24')
  const holes = (await found('?kind=gap')).filter(({ interval }) => interval === '1m')
  expect(holes).toMatchObject([
    { first: at('2026-06-25T15:59'), last: at('2026-06-25T17:00'), detail: { minutes: 61 } },
  ])
})

test('the preview of a rebuild from ticks counts added and changed minutes, and the rebuild leaves imported minutes unchanged', async () => {
  const from = at('2026-06-29T10:00')
  const tick = (time: number, price: number, seq = 0) => ({
    ...({ instrumentId: bitcoin.id, time, seq, price, volume: 2, side: 0, bid: 0, ask: 0 } as const),
    source: 'exchange' as const,
  })
  const minute = (time: number, price: number, source: 'exchange' | 'import'): RecordedBar => ({
    ...{ instrumentId: bitcoin.id, interval: '1m', time, source, volume: 2, turnover: 2 * price },
    ...{ open: price, high: price, low: price, close: price },
  })
  await recordTicks(ctx, [
    ...[tick(from, 100), tick(from + 10_000, 120), tick(from + 20_000, 90), tick(from + 59_999, 110)],
    ...[tick(from + minuteMs, 50), tick(from + 2 * minuteMs, 70), tick(from + dayMs, 60)],
  ])
  await recordBars(ctx, [minute(from + minuteMs, 55, 'exchange'), minute(from + 2 * minuteMs, 77, 'import')])
  await ctx.clock.advance(1_000)
  const scope = { symbol: 'crypto:BTCUSD$BA', from: '2026-06-29', to: '2026-06-29' }
  const preview = (way: string) => send(`/data-jobs/recompute?${new URLSearchParams({ ...scope, way })}`)
  expect((await preview('missing')).data).toMatchObject({ instruments: 1, counted: 1, added: 1, changed: 0 })
  expect((await preview('all')).data).toMatchObject({
    ...{ added: 1, changed: 1 },
    samples: [
      { key: 'crypto:BTCUSD$BA', time: from, before: null, after: [100, 120, 90, 110, 8] },
      { time: from + minuteMs, before: [55, 55, 55, 55, 2], after: [50, 50, 50, 50, 2] },
    ],
  })
  const read = async () => {
    const range = { from, to: from + 2 * dayMs, limit: 10, order: 'oldest' } as const
    const bars = await readBars(ctx, { instrument: bitcoin, interval: '1m', ...range })
    return bars.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])
  }
  expect(await read()).toEqual([
    [55, 55, 55, 55, 2],
    [77, 77, 77, 77, 2],
  ])
  expect(await send('/data-jobs/recompute', { ...scope, way: 'all' })).toMatchObject({ status: 200 })
  expect(await send('/data-jobs/recompute', { ...scope, way: 'all' })).toMatchObject({ error: 'conflict' })
  {
    await using _jobs = await workOnJobs(ctx)
    await expect.poll(async () => (await send('/data-jobs')).data[0]?.state).toBe('done')
  }
  expect((await send('/data-jobs')).data[0]).toMatchObject({ about: scope.symbol, result: { added: 1, changed: 1 } })
  expect(await read()).toEqual([
    [100, 120, 90, 110, 8],
    [50, 50, 50, 50, 2],
    [77, 77, 77, 77, 2],
  ])
  expect((await preview('all')).data).toMatchObject({ added: 0, changed: 0, samples: [] })
  expect(await audited(ctx, 'bars.recompute')).toMatchObject([{ actor_kind: 'staff' }])
})

test('a recomputation of bars is refused without an end, without a scope, or for more than 31 days', async () => {
  const start = (body: object) => send('/data-jobs/recompute', { way: 'all', class: 'stock', ...body })
  expect(await start({ from: '2026-06-01' })).toMatchObject({ error: 'missing_parameter', param: 'to' })
  expect(await start({ from: '2026-06-01', to: '2026-07-02' })).toMatchObject({ error: 'invalid_parameter' })
  expect(await start({ from: '2026-06-01', to: '2026-06-31' })).toMatchObject({ error: 'invalid_parameter' })
  expect(await start({ class: undefined, from: '2026-06-01', to: '2026-06-02' })).toMatchObject({ param: 'symbol' })
})

test('a stopped check of bars is resumed and completed, and a resume with an outdated version is refused', async () => {
  const { data: begun } = await send('/data-jobs/verify', { class: 'crypto' })
  expect((await send(`/data-jobs/${begun.id}/stop`, { version: 0 })).status).toBe(200)
  expect(await send(`/data-jobs/${begun.id}/stop`, { version: null })).toMatchObject({ error: 'conflict' })
  expect(await send(`/data-jobs/${begun.id}/resume`, { version: 0 })).toMatchObject({ error: 'changed_meanwhile' })
  expect((await send(`/data-jobs/${begun.id}/resume`, { version: 1 })).status).toBe(200)
  await using _jobs = await workOnJobs(ctx)
  await expect.poll(async () => (await send('/data-jobs')).data[0]?.state).toBe('done')
})
