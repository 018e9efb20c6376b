import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { readSplits } from '../companies/corporate-actions.ts'
import type { Factor } from '../history/adjust.ts'
import { setFactors } from '../history/factor-store.ts'
import { readFactors, replaceFactors } from '../history/factors.ts'
import { readBars } from '../history/history.ts'
import { importBars } from '../import/import-bars.ts'
import { type CompanyKind, importCompany } from '../import/import-company.ts'
import { importFactors } from '../import/import-factors.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { ensureInstrument } from '../instruments/instruments.ts'
import { computeFactors, computeNewFactors } from './computed-factors.ts'
import { sharesOf } from './derived-splits.ts'

const io = { signal: new AbortController().signal, progress: () => {} }

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const headers: Partial<Record<CompanyKind, string>> = {
  splits: 'class,region,code,ex_date,new_shares,old_shares',
  dividends: 'class,region,code,ex_date,amount,currency,record_date,pay_date',
}

async function importActions(kind: 'splits' | 'dividends', lines: readonly string[]) {
  const path = join(ctx.settings.dataDir, `${kind}.csv`)
  await writeFile(path, `${[headers[kind], ...lines].join('\n')}\n`)
  expect((await importCompany(ctx, kind, path, io)).quarantined).toBe(0)
}

async function recordBars(code: string, days: readonly [date: string, close: number][]): Promise<Instrument> {
  const path = join(ctx.settings.dataDir, `stock-us-${code}-1d.csv`)
  const lines = days.map(([date, close]) => `${date},${close},${close},${close},${close},1`)
  await writeFile(path, `${['time,open,high,low,close,volume', ...lines].join('\n')}\n`)
  await importBars(ctx, path, { acceptOutliers: true }, io)
  return ensureInstrument(ctx, { class: 'stock', region: 'US', code })
}

async function closes(instrument: Instrument, factors?: readonly Factor[]): Promise<number[]> {
  const range = { interval: '1d', limit: 10_000, order: 'oldest', adjust: 'all' } as const
  const bars = await readBars(ctx, {
    instrument,
    ...range,
    factors: factors ?? (await readFactors(ctx, instrument.id)),
  })
  return bars.map(({ close }) => close)
}

/** The factor rows of a recorded file, oldest first. */
function rowsOf(path: string): Factor[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const [day = '', price, split, reference] = line.split(',')
    const date = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`)
    return { date, price: Number(price), split: Number(split), reference: Number(reference) }
  })
}

/** The largest relative error of a factor that is rounded to six digits, as in the files. */
const precision = 5e-6
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

test.each([
  ['fund', 'SPY'],
  ['stock', 'AAPL'],
  ['stock', 'IBM'],
  ['stock', 'BAC'],
] as const)(
  'factors computed from the splits and dividends of the %s %s adjust prices like the recorded factors',
  async (name, code) => {
    const [bars, file] = [
      sharedData(`bars/${name}-us-${code}-1d.csv.gz`),
      sharedData(`reference/factors-${name}-us-${code}.csv`),
    ]
    if (!bars || !file) return
    await importBars(ctx, bars, {}, io)
    const instrument = await ensureInstrument(ctx, { class: name, region: 'US', code })
    const raw = await readBars(ctx, { instrument, interval: '1d', limit: 10_000, order: 'oldest' })
    const recorded = rowsOf(file)
    const splits: string[] = []
    const dividends: string[] = []
    for (const [at, { date, price, split }] of recorded.entries()) {
      const next = recorded[at + 1]
      const [last, ex] = [raw.findLast(({ time }) => time <= date), raw.find(({ time }) => time > date)]
      if (!next || !last || !ex) continue
      const line = `${name},us,${code},${isoDay(ex.time)}`
      const shares = sharesOf(next.split / split)
      if (shares) splits.push(`${line},${shares.newShares},${shares.oldShares}`)
      if (price !== next.price) dividends.push(`${line},${(last.close * (1 - price / next.price)).toFixed(8)},,,`)
    }
    expect(dividends.length).toBeGreaterThan(20)
    await importActions('splits', splits)
    await importActions('dividends', dividends)
    const [ours, theirs] = [await closes(instrument), await closes(instrument, recorded)]
    const last = recorded.findLast(({ date }) => date <= (raw.at(-1)?.time ?? 0))
    expect(ours.length).toBeGreaterThan(5_000)
    // Only the recorded file has dividends after the last bar.
    const later = last ? (recorded.find(({ date }) => date > last.date)?.price ?? 1) : 1
    const differences = ours.map((close, at) => Math.abs((close * later) / (theirs[at] ?? 0) - 1))
    expect(Math.max(...differences)).toBeLessThan(precision)
    await importFactors(ctx, file, {}, io)
    await computeFactors(ctx, instrument.id)
    expect(await closes(instrument)).toEqual(theirs)
  },
)

test('of two concurrent writes of an instrument’s factors, only the later set is kept', async () => {
  const { id } = await ensureInstrument(ctx, { class: 'stock', region: 'US', code: 'ATONCE' })
  const on = (day: string, price: number): Factor => ({ date: Date.parse(day), price, split: 1, reference: 10 })
  await replaceFactors(ctx, id, [on('2024-01-02', 0.5)])
  const [written, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = ctx.postgres.transaction(async (tx) => {
    await setFactors(tx, id, { factors: [on('2024-01-03', 0.6)], source: 'import' })
    written.resolve()
    await both.promise
  })
  await written.promise
  const second = replaceFactors(ctx, id, [on('2024-01-03', 0.7)])
  await sleep(100)
  both.resolve()
  await Promise.all([first, second])
  expect((await readFactors(ctx, id)).map(({ price }) => price)).toEqual([0.7])
})

test('splits that are known only from imported factors are listed with the day and the ratio', async () => {
  const file = sharedData('reference/factors-stock-us-AAPL.csv')
  const bars = sharedData('bars/stock-us-AAPL-1d.csv.gz')
  if (!file || !bars) return
  const target = { class: 'stock', region: 'us', code: 'ONLY' } as const
  await importBars(ctx, bars, { ...target, interval: '1d' }, io)
  await importFactors(ctx, file, target, io)
  const { id } = await ensureInstrument(ctx, target)
  const { rows } = await readSplits(ctx, { of: { instrumentId: id }, page: 0, size: 10 })
  expect(rows.map(({ d, newShares, oldShares, source }) => [isoDay(d), newShares, oldShares, source])).toEqual([
    ['2020-08-31', 4, 1, 'factors'],
    ['2014-06-09', 7, 1, 'factors'],
    ['2005-02-28', 2, 1, 'factors'],
    ['2000-06-21', 2, 1, 'factors'],
  ])
})

test('a dividend is adjusted by the last close before the ex-date, even if that close is imported after the dividend', async () => {
  const instrument = await recordBars('NEWS', [['2026-01-02', 100]])
  await importActions('dividends', ['stock,us,NEWS,2026-01-07,10,,,', 'stock,us,NEWS,2026-01-02,5,,,'])
  expect(await closes(instrument)).toEqual([100])
  await recordBars('NEWS', [
    ['2025-12-31', 200],
    ['2026-01-05', 100],
    ['2026-01-06', 50],
  ])
  expect(await closes(instrument)).toEqual([195, 100, 100, 50])
  await ctx.clock.advance(2 * dayMs)
  await computeNewFactors(ctx)
  expect(await closes(instrument)).toEqual([156, 80, 80, 40])
})

test('a dividend gets no adjustment factor if its currency differs from that of the prices, or if no earlier close exists', async () => {
  const instrument = await recordBars('OTHR', [
    ['2025-12-30', 100],
    ['2025-12-31', 100],
  ])
  await sql`update instruments set currency = 'USD' where id = ${instrument.id}`.execute(ctx.postgres.db)
  await importActions('dividends', ['stock,us,OTHR,2025-12-31,10,EUR,,', 'stock,us,OTHR,2020-01-02,10,USD,,'])
  expect(await readFactors(ctx, instrument.id)).toEqual([])
})

test.each([
  [7.0000014, { newShares: 7, oldShares: 1 }],
  [1.5, { newShares: 3, oldShares: 2 }],
  [0.1, { newShares: 1, oldShares: 10 }],
  [1.00001, null],
])('a price ratio of %d implies the split %o', (ratio, shares) => {
  expect(sharesOf(ratio)).toEqual(shares)
})
