import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readFactors } from '../history/factors.ts'
import { readBars } from '../history/history.ts'
import { importBars } from '../import/import-bars.ts'
import { importCompany } from '../import/import-company.ts'
import { importFactors } from '../import/import-factors.ts'
import { importSymbols } from '../import/import-symbols.ts'
import { importTicks } from '../import/import-ticks.ts'
import { renameInstrument } from '../instruments/edit.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument, upsertInstruments } from '../instruments/instruments.ts'
import { SearchIndex } from '../search/search-index.ts'
import { readTicks } from '../ticks/ticks.ts'
import { historyTables } from './history-store.ts'
import { finishMerges, followMerge, mergeDuplicates, mergeInstruments } from './merge.ts'
import { begin, mergedTables } from './merge-store.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const io = { signal: new AbortController().signal, progress: () => {} }
const listHead = 'type,region,exchange,code,name,currency,isin,sector,industry'
const operator = { kind: 'operator-cli' } as const

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(ctx.settings.dataDir, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

const flags = (code: string, interval?: string) => ({
  class: 'stock',
  region: 'us',
  code,
  ...(interval && { interval }),
})

/** Imports two days, three ticks, a corrected bar, factors, a split and a dividend of an unlisted code. */
async function importHistory(code: string): Promise<void> {
  await importBars(
    ctx,
    await file('bars.csv', ['2025-01-02,1,3,1,2,10', '2025-01-03,2,4,2,3,10']),
    flags(code, '1d'),
    io,
  )
  await ctx.clock.advance(1_000)
  await importBars(ctx, await file('fixed.csv', ['2025-01-03,2,5,2,4,10']), flags(code, '1d'), io)
  const ticks = ['time,price,size', ...['00.100', '00.100', '30.000'].map((at) => `2025-01-03T15:00:${at}Z,4,1`)]
  await importTicks(ctx, await file('ticks.csv', ticks), flags(code), io)
  await importFactors(ctx, await file('factors.csv', ['20250102,0.5,1,2', '20501231,1,1,0']), flags(code), io)
  const splits = await file('splits.csv', ['region,code,ex_date,new_shares,old_shares', `US,${code},2025-01-03,2,1`])
  await importCompany(ctx, 'splits', splits, io)
}

async function find(code: string): Promise<Instrument> {
  const found = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
  if (!found) throw new Error(`no ${code}`)
  return found
}

async function stateOf(code: string) {
  const instrument = await find(code)
  const bars = await readBars(ctx, { instrument, interval: '1d', limit: 10, order: 'newest' })
  const ticks = await readTicks(ctx, instrument.id, { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10 })
  const count = async (table: string, key = 'instrument_id') => {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from ${sql.raw(table)} where ${sql.raw(key)} = ${instrument.id}`.execute(ctx.postgres.db)
    return Number(rows[0]?.n)
  }
  const [corrections] = await ctx.clickhouse.query<{ n: string }>(
    `SELECT count() AS n FROM bar_corrections WHERE instrument = ${instrument.id}`,
  )
  return {
    exchange: instrument.exchange,
    closes: bars.map(({ close }) => close),
    ticks: ticks.length,
    factors: (await readFactors(ctx, instrument.id)).length,
    splits: await count('splits'),
    sources: await count('bar_sources'),
    corrections: Number(corrections?.n),
  }
}

const whole = { closes: [2, 4], ticks: 3, factors: 2, splits: 1, sources: 1, corrections: 1 }

async function rowsUnder(id: number): Promise<number> {
  const rows = await ctx.clickhouse.query<{ n: string }>(
    ['bars', 'ticks', 'bar_corrections']
      .map((t) => `SELECT count() AS n FROM ${t} WHERE instrument = ${id}`)
      .join(' UNION ALL '),
  )
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}

test('a symbol list adds the exchange to an instrument without an exchange and keeps its imported data', async () => {
  await importHistory('NEWCO')
  const before = await find('NEWCO')
  await using search = await SearchIndex.open(ctx)
  const list = [listHead, 'stock,US,NYSE,NEWCO,New Company Inc.,USD,US0000000001,Technology,Software']
  for (const _ of [1, 2])
    expect(await importSymbols(ctx, await file('list.csv', list), io)).toMatchObject({ accepted: 1 })
  expect(await stateOf('NEWCO')).toEqual({ exchange: 'NYSE', ...whole })
  expect(await find('NEWCO')).toMatchObject({
    ...{ id: before.id, names: { en: 'New Company Inc.' }, isin: 'US0000000001', currency: 'USD', home: true },
  })
  expect(await search.suggest('stock', 'NEWCO', 5)).toContain('NEWCO')
})

test('if a symbol list has a code on several exchanges, the history imported without an exchange goes to the home listing', async () => {
  await importHistory('TWOEX')
  const list = [listHead, 'stock,US,AMEX,TWOEX,Two,USD', 'stock,US,NASDAQ,TWOEX,Two,USD', 'stock,US,,TWOEX,Two,USD']
  await importSymbols(ctx, await file('list.csv', list), io)
  expect(await stateOf('TWOEX')).toEqual({ exchange: 'NASDAQ', ...whole })
  const { rows } = await sql<{
    exchange: string
  }>`select exchange from instruments where code = 'TWOEX' order by 1`.execute(ctx.postgres.db)
  expect(rows.map(({ exchange }) => exchange)).toEqual(['AMEX', 'NASDAQ'])
})

test('a symbol list adds the exchange to an imported instrument even if the list spells the code with another separator', async () => {
  await importHistory('SPL-A')
  await importSymbols(ctx, await file('list.csv', [listHead, 'stock,US,NYSE,SPL.A,Spelled,USD']), io)
  expect(await stateOf('SPL-A')).toEqual({ exchange: 'NYSE', ...whole })
  expect((await find('SPL.A')).code).toBe('SPL.A')
})

test('the code of a new Hong Kong instrument is stored without leading zeros', async () => {
  const path = await file('hk.csv', ['2025-01-02,1,3,1,2,10'])
  await importBars(ctx, path, { class: 'stock', region: 'hk', code: '09123', interval: '1d' }, io)
  const named = (code: string) => findInstrument(ctx, { class: 'stock', code, region: 'HK' })
  expect((await named('9123'))?.code).toBe('9123')
  await importSymbols(
    ctx,
    await file('list.csv', [listHead, 'stock,HK,HKEX,09123,Nine,HKD', 'stock,HK,HKEX,00124,One,HKD']),
    io,
  )
  expect(await named('09123')).toMatchObject({ code: '9123', exchange: 'HKEX', names: { en: 'Nine' } })
  const { id = 0 } = (await named('124')) ?? {}
  await renameInstrument(ctx, operator, { id, version: null, code: '00125' })
  expect(await named('125')).toMatchObject({ id, code: '125' })
})

test('after a merge, the splits and dividends of both instruments adjust the prices of the remaining instrument', async () => {
  const importActions = async (kind: 'splits' | 'dividends', lines: string[]) =>
    importCompany(ctx, kind, await file(`${kind}.csv`, lines), io)
  const days = ['2025-01-02,20,20,20,20,1', '2025-01-03,10,10,10,10,1', '2025-01-06,9,9,9,9,1']
  for (const code of ['PAYER', 'SPLITTER']) await importBars(ctx, await file('days.csv', days), flags(code, '1d'), io)
  await importActions('splits', ['region,code,ex_date,new_shares,old_shares', 'US,SPLITTER,2025-01-03,2,1'])
  const dividends = 'region,code,ex_date,amount,currency,record_date,pay_date'
  await importActions('dividends', [dividends, 'US,PAYER,2025-01-06,1,,,'])
  const [from, into] = [await find('SPLITTER'), await find('PAYER')]
  await mergeInstruments(ctx, operator, { from: from.id, into: into.id })
  expect(await readFactors(ctx, into.id)).toMatchObject([
    { price: 0.9, split: 0.5 },
    { price: 0.9, split: 1 },
  ])
})

/** Creates a duplicate as earlier versions left it: `unknown` has the history, and `listed` has a later import. */
async function duplicateOf(code: string, history = importHistory): Promise<{ unknown: number; listed: number }> {
  await history(code)
  const { id: unknown } = await find(code)
  const [listed = 0] = await upsertInstruments(
    ctx,
    [{ class: 'stock', region: 'US', exchange: 'NYSE', code, name: 'Listed' }],
    'list',
  )
  await sql`update instruments set home = false where id = ${unknown}`.execute(ctx.postgres.db)
  await importBars(ctx, await file('later.csv', ['2025-01-06,4,6,4,5,10']), flags(code, '1d'), io)
  expect(await rowsUnder(listed)).toBe(1)
  return { unknown, listed }
}

test('a start merges two instruments that an earlier version stored for the same listing, and keeps the history of both', async () => {
  const { unknown, listed } = await duplicateOf('OLDDUP')
  expect(await mergeDuplicates(ctx)).toBe(1)
  expect(await stateOf('OLDDUP')).toEqual({ exchange: 'NYSE', ...whole, closes: [2, 4, 5] })
  expect((await find('OLDDUP')).id).toBe(unknown)
  expect(await rowsUnder(listed)).toBe(0)
  expect(await mergeDuplicates(ctx)).toBe(0)
})

async function importDays(code: string): Promise<void> {
  await importBars(ctx, await file('bars.csv', ['2025-01-02,1,3,1,2,10']), flags(code, '1d'), io)
  await importFactors(ctx, await file('factors.csv', ['20250102,0.5,1,2', '20501231,1,1,0']), flags(code), io)
}

/** A platform of a process that is killed after `step` changes of a store: every later change throws. */
function dyingAt(step: number): { ctx: TestPlatform; steps: () => number } {
  let steps = 0
  const mortal =
    <T extends unknown[], R>(work: (...args: T) => Promise<R>) =>
    async (...args: T) => {
      steps += 1
      if (steps > step) throw new Error('killed')
      return work(...args)
    }
  const { postgres, clickhouse } = ctx
  return {
    steps: () => steps,
    ctx: {
      ...ctx,
      postgres: { ...postgres, transaction: mortal(postgres.transaction) as typeof postgres.transaction },
      clickhouse: { ...clickhouse, command: mortal(clickhouse.command) },
    },
  }
}

/** `npm run drill -- moves` tests every step. Other runs test every ninth step. */
const stride = process.env.TAPEWIRE_DRILL_STEPS === 'all' ? 1 : 9

test('if a process is killed during a merge of instruments, the next start finishes the merge', async () => {
  const healthy = dyingAt(Number.POSITIVE_INFINITY)
  await duplicateOf('KILL0', importDays)
  await mergeDuplicates(healthy.ctx)
  expect(healthy.steps()).toBeGreaterThan(6)
  for (let step = 0; step < healthy.steps(); step += stride) {
    const code = `KILL${step + 1}`
    const { unknown, listed } = await duplicateOf(code, importDays)
    await expect(mergeDuplicates(dyingAt(step).ctx)).rejects.toThrow('killed')
    await mergeDuplicates(ctx)
    const state = { exchange: 'NYSE', closes: [2, 5], factors: 2, sources: 1 }
    expect(await stateOf(code), `killed at step ${step}`).toMatchObject(state)
    expect(await find(code)).toMatchObject({ id: unknown, home: true })
    expect(await rowsUnder(listed)).toBe(0)
  }
})

test('a manual merge keeps both codes, moves all data and writes an audit row', async () => {
  await importHistory('WRONG')
  await importSymbols(ctx, await file('list.csv', [listHead, 'stock,US,NYSE,RIGHT,Right Inc.,USD']), io)
  const [from, into] = [await find('WRONG'), await find('RIGHT')]
  await mergeInstruments(ctx, operator, { from: from.id, into: into.id })
  expect((await find('WRONG')).id).toBe(into.id)
  expect(await stateOf('RIGHT')).toEqual({ exchange: 'NYSE', ...whole })
  const { rows } = await sql<{ detail: unknown }>`
    select detail from audit where action = 'instrument.merge' and subject = ${String(into.id)}`.execute(
    ctx.postgres.db,
  )
  expect(rows).toEqual([{ detail: { from: from.id, symbol: 'WRONG', exchange: '' } }])
})

test('an instrument that gets a new exchange and code by a merge is still found by its old code', async () => {
  await importHistory('OLDCODE')
  await importSymbols(ctx, await file('list.csv', [listHead, 'stock,US,NYSE,NEWCODE,New Inc.,USD']), io)
  const [from, into] = [await find('NEWCODE'), await find('OLDCODE')]
  await mergeInstruments(ctx, operator, { from: from.id, into: into.id })
  expect(await stateOf('NEWCODE')).toEqual({ exchange: 'NYSE', ...whole })
  expect(await find('OLDCODE')).toEqual(await find('NEWCODE'))
})

test('a merge of two instruments with factors keeps only the factors of the remaining instrument', async () => {
  await importHistory('FACTA')
  await importHistory('FACTB')
  await importFactors(ctx, await file('factors.csv', ['20240102,0.9,1,2']), flags('FACTB'), io)
  const [from, into] = [await find('FACTB'), await find('FACTA')]
  await mergeInstruments(ctx, operator, { from: from.id, into: into.id })
  expect((await readFactors(ctx, into.id)).map(({ price }) => price)).toEqual([0.5, 1])
})

test('after two pending merges, of A into B and of B into C, C has the codes and history of all three', async () => {
  await importHistory('CHAINA')
  const listed = ['CHAINB', 'CHAINC'].map((code) => `stock,US,NYSE,${code},Chain Inc.,USD`)
  await importSymbols(ctx, await file('list.csv', [listHead, ...listed]), io)
  const [a, b, c] = [await find('CHAINA'), await find('CHAINB'), await find('CHAINC')]
  const at = ctx.clock.now()
  await ctx.postgres.transaction(async (tx) => {
    await begin(tx, { from: b.id, into: c.id }, new Date(at))
    await begin(tx, { from: a.id, into: b.id }, new Date(at + 1))
  })
  await finishMerges(ctx)
  expect(await stateOf('CHAINC')).toEqual({ exchange: 'NYSE', ...whole })
  for (const code of ['CHAINA', 'CHAINB']) expect((await find(code)).id).toBe(c.id)
  for (const { id } of [a, b]) expect(await rowsUnder(id)).toBe(0)
})

test('rows that an import stores during a merge end up in the remaining instrument', async () => {
  await importHistory('LATE')
  await importSymbols(ctx, await file('list.csv', [listHead, 'stock,US,NYSE,HEIR,Heir Inc.,USD']), io)
  const [from, into] = [await find('LATE'), await find('HEIR')]
  await mergeInstruments(ctx, operator, { from: from.id, into: into.id })
  const row = `${from.id},8,${Date.parse('2025-01-07')},5,6,5,6,1,0,0,5000000000000001`
  await ctx.clickhouse.insertText('bars', 'CSV', `${row}\n`)
  expect((await followMerge(ctx, from)).id).toBe(into.id)
  expect((await stateOf('HEIR')).closes).toEqual([2, 4, 6])
  await ctx.clickhouse.insertText(
    'bars',
    'CSV',
    `${row.replace('5,6,5,6', '5,7,5,7')}\n`.replace(
      String(Date.parse('2025-01-07')),
      String(Date.parse('2025-01-08')),
    ),
  )
  await finishMerges(ctx)
  expect((await stateOf('HEIR')).closes).toEqual([2, 4, 6, 7])
  expect(await rowsUnder(from.id)).toBe(0)
})

test('a merge moves the rows of every table that refers to an instrument', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'instruments'::regclass`.execute(ctx.postgres.db)
  expect(rows.map(({ table }) => table).sort()).toEqual([...mergedTables].sort())
  const stored = await ctx.clickhouse.query<{ table: string }>(
    "SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'instrument'",
  )
  expect(stored.map(({ table }) => table).sort()).toEqual(historyTables.map(({ name }) => name).sort())
})
