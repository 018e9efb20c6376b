import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteFile } from 'hyparquet-writer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { listenForHistory } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readFundamentals } from '../companies/company.ts'
import { readReports } from '../companies/corporate-actions.ts'
import { readFactors } from '../history/factors.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { readTicks } from '../ticks/ticks.ts'
import { importBars } from './import-bars.ts'
import { importCompany } from './import-company.ts'
import { importFactors } from './import-factors.ts'
import { importSymbols } from './import-symbols.ts'
import { importTicks } from './import-ticks.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const io = { signal: new AbortController().signal, progress: () => {} }

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(ctx.settings.dataDir, name)
  const text = `${lines.join('\n')}\n`
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

async function closes(code: string, region: string, interval: '1m' | '1d') {
  const instrument = await findInstrument(ctx, { class: 'stock', code, region })
  if (!instrument) throw new Error(code)
  const bars = await readBars(ctx, { instrument, interval, limit: 100, order: 'newest' })
  return bars.map((bar) => [new Date(bar.time).toISOString().slice(0, 10), bar.close])
}

test('importing a file again changes nothing; importing a corrected value replaces the old value, and both values are recorded', async () => {
  const path = await file('stock-us-MSFT-1d.csv.gz', [
    'time,open,high,low,close,volume',
    '2025-01-02,1,3,1,2,10',
    '2025-01-03,2,4,2,3,10',
  ])
  expect(await importBars(ctx, path, {}, io)).toMatchObject({ rows: 2, accepted: 2, quarantined: 0 })
  expect(await importBars(ctx, path, {}, io)).toMatchObject({ rows: 2, accepted: 2, corrected: 0 })
  expect(await closes('MSFT', 'US', '1d')).toEqual([
    ['2025-01-02', 2],
    ['2025-01-03', 3],
  ])
  const [count] = await ctx.clickhouse.query<{ n: string }>('SELECT count() AS n FROM bars')
  expect(Number(count?.n)).toBe(2)
  await ctx.clock.advance(1_000)
  const fixed = await file('fixed.csv', ['2025-01-03,2,5,2,4,10'])
  const flags = { class: 'stock', region: 'us', code: 'MSFT', interval: '1d' }
  expect(await importBars(ctx, fixed, flags, io)).toMatchObject({ corrected: 1 })
  expect(await closes('MSFT', 'US', '1d')).toEqual([
    ['2025-01-02', 2],
    ['2025-01-03', 4],
  ])
  const [change] = await ctx.clickhouse.query('SELECT old_values, new_values FROM bar_corrections')
  expect(change).toEqual({ old_values: [2, 4, 2, 3, 10, 0], new_values: [2, 5, 2, 4, 10, 0] })
})

test('a later import records each changed value, also in a series with more rows than one read returns', async () => {
  const minutes = Array.from({ length: 200_002 }, (_, at) => new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString())
  const path = await file('stock-us-DENSE-1m.csv', [
    'time,open,high,low,close,volume',
    ...minutes.map((at) => `${at},1,1,1,1,1`),
  ])
  await importBars(ctx, path, {}, io)
  await ctx.clock.advance(1_000)
  const fixed = await file('fixed.csv', [`${minutes[0]},1,1,1,1,2`, `${minutes.at(-1)},1,1,1,1,3`])
  const flags = { class: 'stock', region: 'us', code: 'DENSE', interval: '1m' }
  expect(await importBars(ctx, fixed, flags, io)).toMatchObject({ accepted: 2, corrected: 2 })
})

test('bad rows of an imported file go to the quarantine file with line and reason, and all other rows are imported', async () => {
  const path = await file('stock-us-AMD-1d.csv', [
    'time,open,high,low,close,volume',
    '2025-01-02,1,3,1,2,10',
    '2025-01-03,oops,4,2,3,10',
  ])
  const report = await importBars(ctx, path, {}, io)
  expect(report).toMatchObject({ accepted: 1, quarantined: 1, reasons: { not_a_number: 1 } })
  expect(readFileSync(report.quarantineFile ?? '', 'utf8')).toBe(
    'line,reason,row\n3,not_a_number,"2025-01-03,oops,4,2,3,10"\n',
  )
})

test('an unknown instrument is created by its first import', async () => {
  await importBars(ctx, await file('stock-us-NEWCO-1d.csv', ['2025-01-02,1,3,1,2,10']), {}, io)
  expect(await closes('newco', 'US', '1d')).toEqual([['2025-01-02', 2]])
})

test.each([
  ['notes.csv', 'The name does not say what the file holds'],
  ['stock-us-AAPL.csv', 'The name does not say the interval'],
])('the import of a file named %s is refused with the reason', async (name, words) => {
  await expect(importBars(ctx, await file(name, ['x']), {}, io)).rejects.toThrow(words)
})

test('an import of a missing or truncated file is refused with the reason', async () => {
  await expect(importBars(ctx, '/nowhere/stock-us-AAPL-1d.csv', {}, io)).rejects.toThrow('there is no such file')
  const path = join(ctx.settings.dataDir, 'stock-us-ORCL-1d.csv.gz')
  await writeFile(path, gzipSync('2025-01-02,1,3,1,2,10\n'.repeat(10_000)).subarray(0, 60))
  await expect(importBars(ctx, path, {}, io)).rejects.toThrow('cannot be read to its end')
})

test('bars are imported from a Parquet file', async () => {
  const filename = join(ctx.settings.dataDir, 'stock-us-NFLX-1d.parquet')
  parquetWriteFile({
    filename,
    columnData: [
      { name: 'time', data: [new Date('2025-01-02'), new Date('2025-01-03')], type: 'TIMESTAMP' },
      ...['open', 'high', 'low', 'close', 'volume'].map((name) => ({
        name,
        data: [5.25, 6.5],
        type: 'DOUBLE' as const,
      })),
    ],
  })
  expect(await importBars(ctx, filename, {}, io)).toMatchObject({ accepted: 2, quarantined: 0 })
  expect(await closes('NFLX', 'US', '1d')).toEqual([
    ['2025-01-02', 5.25],
    ['2025-01-03', 6.5],
  ])
})

test('imported ticks keep their order within a millisecond, and minute bars are built from them', async () => {
  const path = await file('stock-us-QCOM-20250103.csv', [
    'time,price,size',
    '2025-01-03T15:00:00.500Z,10,1',
    '2025-01-03T15:00:00.500Z,12,2',
    '2025-01-03T15:00:59.000Z,11,3',
    '2025-01-03T15:01:00.000Z,9,4',
    '2025-01-03T15:01:00.000Z,nine,4',
  ])
  expect(await importTicks(ctx, path, {}, io)).toMatchObject({ accepted: 4, reasons: { not_a_number: 1 } })
  await importTicks(ctx, path, {}, io)
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'QCOM', region: 'US' })
  if (!instrument) throw new Error('QCOM')
  const ticks = await readTicks(ctx, instrument.id, { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10 })
  expect(ticks.map(({ price, seq }) => [price, seq])).toEqual([
    [10, 0],
    [12, 1],
    [11, 0],
    [9, 0],
  ])
  const bars = await readBars(ctx, { instrument, interval: '1m', limit: 10, order: 'newest' })
  expect(bars.map((bar) => [bar.open, bar.high, bar.low, bar.close, bar.volume, bar.turnover])).toEqual([
    [10, 12, 10, 11, 6, 67],
    [9, 9, 9, 9, 4, 36],
  ])
})

test('a minute bar is built from the ticks of all imported files, and other processes are notified of the changed bars', async () => {
  const ticks = async (lines: string[]) => {
    const path = await file('stock-us-HALVES-20250103.csv', ['time,price,size', ...lines])
    await importTicks(ctx, path, {}, io)
  }
  await ticks(['2025-01-03T15:00:01.000Z,10,0.1', '2025-01-03T15:00:20.000Z,14,0.2', '2025-01-03T15:02:00.000Z,9,1'])
  await ctx.clock.advance(1_000)
  const changed: (string | null)[] = []
  await using _listening = await listenForHistory(ctx, (key) => changed.push(key))
  await ticks(['2025-01-03T15:00:40.000Z,12,0.3'])
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'HALVES', region: 'US' })
  if (!instrument) throw new Error('HALVES')
  const bars = await readBars(ctx, { instrument, interval: '1m', limit: 10, order: 'newest' })
  expect(bars.map((bar) => [bar.open, bar.high, bar.low, bar.close, bar.volume])).toEqual([
    [10, 14, 10, 12, 0.6],
    [9, 9, 9, 9, 1],
  ])
  await vi.waitFor(() => expect(changed).toContain('stock:HALVES$US'))
})

test('a refused tick of a long file has the number of its line', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${new Date(Date.UTC(2025, 0, 3) + at).toISOString()},10,1`)
  const path = await file('stock-us-LONG-20250103.csv', ['time,price,size', ...lines, '2025-01-03,oops,1'])
  expect((await importTicks(ctx, path, {}, io)).firstRefused).toMatchObject({ line: 20_002, reason: 'not_a_number' })
})

test('factors are imported from a file, and a row with an unreadable date is refused', async () => {
  const path = await file('factors-stock-us-AAPL.csv', [
    'date,price_factor,split_factor,reference_price',
    '20200828,0.99,0.25,499.23',
    '20501231,1,1,0',
    '2020,x,1,0',
  ])
  const report = await importFactors(ctx, path, {}, io)
  expect(report).toMatchObject({ accepted: 2, reasons: { invalid_time: 1 } })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  expect(await readFactors(ctx, instrument?.id ?? 0)).toMatchObject([{ split: 0.25, price: 0.99 }, { split: 1 }])
})

test('an instrument list with quoted fields and Japanese names is imported, and its bad rows are counted by reason', async () => {
  const path = await file('symbols.csv', [
    'type,region,exchange,code,name,currency,isin,sector,industry',
    'stock,US,NASDAQ,AAPL,Apple Inc. Common Stock,USD,US0378331005,Technology,Computers',
    'stock,JP,TSE,9999,"Tanaka ""Nine"", 田中",JPY,,,',
    'bond,US,NYSE,X,Nothing,USD,,,',
    'stock,US,NYSE,<img>,Markup,USD,,,',
    'stock,US,NYSE,Q,"never closed,USD,,,',
    `stock,US,NYSE,${'X'.repeat(5_000)},Long code,USD,,,`,
    'stock,US,NYSE,NUL,Nu\0l,USD,,,',
    'stock,US,NYSE,UTF,Bad \ufffd letter,USD,,,',
    'stock,US,NEWPLACE,NEWP,An exchange that nobody knows,USD,,,',
    'stock,US,NEWPLACE,NEWP,Twice,USD,,,',
    'stock,US,NYSE,COMMA,A name, with a comma,USD,,,',
  ])
  expect(await importSymbols(ctx, path, io)).toMatchObject({
    accepted: 3,
    reasons: {
      unknown_class: 1,
      invalid_symbol: 2,
      broken_quotes: 1,
      control_character: 1,
      invalid_utf8: 1,
      duplicate: 1,
      extra_column: 1,
    },
  })
  expect(await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })).toMatchObject({
    names: { en: 'Apple Inc.' },
    isin: 'US0378331005',
  })
  expect((await findInstrument(ctx, { class: 'stock', code: '9999', region: 'JP' }))?.names.en).toBe(
    'Tanaka "Nine", 田中',
  )
})

test('imported figures of financial statements get the names of the API, however the file spells the names', async () => {
  const path = await file('fundamentals.csv', [
    'Region,CODE,period_end,Period,revenue,netIncome,Operating Income,gross_profit,bookValuePerShare',
    'US,AAPL,2025-09-30,quarter,100,25,30,45,4.5',
  ])
  expect(await importCompany(ctx, 'fundamentals', path, io)).toMatchObject({ accepted: 1, quarantined: 0 })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  expect(await readFundamentals(ctx, instrument?.id ?? 0)).toEqual([
    {
      ...{ d: Date.parse('2025-09-30'), period: 'quarter', source: 'import', revenue: 100, netIncome: 25 },
      ...{ operatingIncome: 30, grossProfit: 45, bookValuePerShare: 4.5 },
    },
  ])
})

test('company rows without a key, with an impossible figure or with a repeated key are refused, and all other rows are imported', async () => {
  const head = 'region,code,website,description,employees,shares,float_shares,dividend_yield'
  const companies = await file('company.csv', [
    head,
    'US,MSFT,,Software,228000,7430000000,,0.7',
    'US,MSFT,,Twice,1,1,,',
    'US,KO,,Drinks,79100.5,1,,',
    'US,PEP,,Drinks,3000000000,1,,',
    'US,IBM,,Nul\0l,1,1,,',
    'US,INTC,,Digits,1,12345678901234567891,,',
  ])
  expect(await importCompany(ctx, 'company', companies, io)).toMatchObject({
    accepted: 1,
    reasons: { duplicate: 1, not_a_number: 2, control_character: 1, not_exact: 1 },
  })
  const statements = ['region,code,period_end,period,revenue', 'US,MSFT,,year,1', 'US,MSFT,2025-06-30,year,2']
  expect(await importCompany(ctx, 'fundamentals', await file('f.csv', statements), io)).toMatchObject({
    ...{ accepted: 1, reasons: { missing_column: 1 } },
  })
  const columns = 'region,code,ex_date,amount,currency,record_date,pay_date'
  const twice = [columns, 'US,MSFT,2025-02-20,0.83,USD,,', 'US,MSFT,2025-02-20,3,USD,,']
  expect(await importCompany(ctx, 'dividends', await file('dividends.csv', twice), io)).toMatchObject({
    ...{ accepted: 1, reasons: { duplicate: 1 } },
  })
})

test('pages of reports that were published on the same day contain each report once', async () => {
  const rows = Array.from({ length: 24 }, (_, at) => {
    const end = new Date(Date.UTC(2000 + Math.floor(at / 2), 11, 31)).toISOString().slice(0, 10)
    return `US,ORCL,${end},${at % 2 === 0 ? 'year' : 'quarter'},2025-06-11,${at}`
  })
  const head = 'region,code,period_end,period,report_date,eps'
  await importCompany(ctx, 'fundamentals', await file('reports.csv', [head, ...rows]), io)
  const days = { from: '2025-06-11', to: '2025-06-11' }
  const seen: (number | null)[] = []
  for (let page = 0; page < 6; page += 1) {
    const found = await readReports(ctx, { of: { regions: ['US'] }, days, page, size: 4 })
    seen.push(...found.rows.map(({ eps }) => eps))
  }
  expect(new Set(seen).size).toBe(24)
})

test('a failed import of a truncated file still updates the factors and home listings of the rows before the cut', async () => {
  const cut = async (name: string, lines: string[]) => {
    const path = join(ctx.settings.dataDir, name)
    const packed = gzipSync(`${lines.join('\n')}\n`)
    await writeFile(path, packed.subarray(0, packed.length - 400))
    return path
  }
  const draw = (at: number) => createHash('sha256').update(String(at)).digest('hex')
  await importBars(ctx, await file('stock-us-CUTCO-1d.csv', ['2025-01-02,8,8,8,8,1', '2025-01-03,4,4,4,4,1']), {}, io)
  const unknown = Array.from({ length: 2_000 }, (_, at) => `US,X${draw(at).slice(0, 9)},2025-01-03,2,1`)
  const splits = ['region,code,ex_date,new_shares,old_shares', 'US,CUTCO,2025-01-03,2,1', ...unknown]
  await expect(importCompany(ctx, 'splits', await cut('splits.csv.gz', splits), io)).rejects.toThrow('to its end')
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'CUTCO', region: 'US' })
  expect(await readFactors(ctx, instrument?.id ?? 0)).toMatchObject([{ split: 0.5 }])
  const others = Array.from({ length: 3_000 }, (_, at) => `stock,US,NYSE,Y${draw(at).slice(0, 9)},${draw(at)}`)
  const list = ['type,region,exchange,code,name', 'stock,US,AMEX,CUTHOME,Cut', 'stock,US,NASDAQ,CUTHOME,Cut', ...others]
  await expect(importSymbols(ctx, await cut('symbols.csv.gz', list), io)).rejects.toThrow('to its end')
  const { rows } = await sql<{ exchange: string }>`
    select exchange from instruments where code = 'CUTHOME' and home`.execute(ctx.postgres.db)
  expect(rows).toEqual([{ exchange: 'NASDAQ' }])
})

test('a migration renames the stored figures of financial statements to the names of the API', async () => {
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const before = { revenue: 1, netincome: 2, GROSS: 3, grossProfit: 5, grossprofit: 4 }
  await sql`insert into fundamentals (instrument_id, period_end, period, values, source)
    values (${instrument?.id}, '2024-12-31', 'year', ${JSON.stringify(before)}::jsonb, 'import')`.execute(
    ctx.postgres.db,
  )
  const text = await readFile(
    new URL('../../../migrations/postgres/0721-fundamental-names.sql', import.meta.url),
    'utf8',
  )
  for (const _ of [1, 2]) await sql.raw(text).execute(ctx.postgres.db)
  const year = (await readFundamentals(ctx, instrument?.id ?? 0)).find(({ period }) => period === 'year')
  expect(year).toMatchObject({ revenue: 1, netIncome: 2, GROSS: 3, grossProfit: 5 })
  expect(year).not.toHaveProperty('netincome')
  expect(year).not.toHaveProperty('grossprofit')
})

test('an outlier is imported if the next rows confirm it or the operator allows outliers', async () => {
  const lines = [
    '2009-08-04,1,1,1,1,1',
    '2009-08-05,250,250,250,250,1',
    '2009-08-06,251,251,251,251,1',
    '2009-08-07,1,1,1,1,1',
  ]
  const path = await file('stock-us-JUMP-1d.csv', lines)
  expect(await importBars(ctx, path, {}, io)).toMatchObject({ accepted: 3, reasons: { outlier: 1 } })
  expect(await closes('JUMP', 'US', '1d')).toEqual([
    ['2009-08-04', 1],
    ['2009-08-05', 250],
    ['2009-08-06', 251],
  ])
  expect(await importBars(ctx, path, { acceptOutliers: true }, io)).toMatchObject({ accepted: 4, quarantined: 0 })
  expect(await closes('JUMP', 'US', '1d')).toHaveLength(4)
})

test('a tick far from the last price is imported if the next tick confirms it, and quarantined otherwise', async () => {
  const at = (second: number) => `2025-01-03T16:00:${String(second).padStart(2, '0')}.000Z`
  const prices = [10, 5000, 10, 150, 151, 152]
  const path = await file('stock-us-LEVEL-20250103.csv', [
    'time,price,size',
    ...prices.map((price, n) => `${at(n)},${price},1`),
  ])
  expect(await importTicks(ctx, path, {}, io)).toMatchObject({ accepted: 5, reasons: { outlier: 1 } })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'LEVEL', region: 'US' })
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10 }
  expect((await readTicks(ctx, instrument?.id ?? 0, range)).map(({ price }) => price)).toEqual([10, 10, 150, 151, 152])
  expect(await importTicks(ctx, path, { acceptOutliers: true }, io)).toMatchObject({ accepted: 6, quarantined: 0 })
})
