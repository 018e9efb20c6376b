import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Directory } from '#src/gateway/rest/instruments/directory.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars } from '#src/market/history/history.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { importSymbols } from '#src/market/import/import-symbols.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { checked } from '../terminal/checked.ts'
import { symbolMerge } from './symbol-merge.ts'

let ctx: TestPlatform
const quiet = { signal: new AbortController().signal, progress: () => {} }

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
  const list = [
    'type,region,exchange,code,name,currency',
    'stock,US,NYSE,RIGHT,Right Inc.,USD',
    'stock,CA,TSX,EURO,Euro,EUR',
  ]
  await importSymbols(ctx, await file('list.csv', list), quiet)
  const bars = await file('stock-us-WRONG-1d.csv', ['2025-01-02,1,3,1,2,10', '2025-01-03,2,4,2,3,10'])
  await importBars(ctx, bars, {}, quiet)
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(ctx.settings.dataDir, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

async function run(...args: string[]): Promise<string[]> {
  const said: string[] = []
  const io = { ...quiet, cwd: ctx.settings.dataDir, print: (line: string) => void said.push(line) }
  await checked(symbolMerge).run(ctx, args, io)
  return said
}

test.each([
  [['stock:WRONG$US'], 'Usage: symbol merge'],
  [['stock:WRONG$US', 'stock:NOSUCH$US'], 'There is no instrument "stock:NOSUCH$US"'],
  [['stock:WRONG$US', '999999999'], 'There is no instrument'],
  [['stock:WRONG$US', 'stock:WRONG$US'], 'the same instrument'],
  [['stock:WRONG$US', 'fund:SPY$US'], 'different classes'],
  [['stock:RIGHT$US', 'stock:EURO$CA'], 'quoted in USD'],
  [['stock:AAPL$US', 'stock:RIGHT$US'], 'the other way round'],
  [['stock:WRONG$US', 'stock:RIGHT$US', '--force'], 'symbol merge has no flag --force'],
])('the command "symbol merge" refuses the arguments %j with the reason', async (args, words) => {
  await expect(run(...args)).rejects.toThrow(words)
})

test('without --yes, "symbol merge" only shows the effect; with --yes, it merges two instruments and updates a running gateway', async () => {
  await using directory = await Directory.open(ctx)
  const wrong = await directory.find('stock', 'WRONG', 'US')
  const right = await directory.find('stock', 'RIGHT', 'US')
  const said = await run('stock:WRONG$US', 'stock:RIGHT$US')
  expect(said[0]).toBe(`From: stock:WRONG$US, id ${wrong?.id}, WRONG, exchange unknown: 2 bars, 0 ticks, 0 factors`)
  expect(said[1]).toBe(`Into: stock:RIGHT$US, id ${right?.id}, Right Inc., exchange NYSE: 0 bars, 0 ticks, 0 factors`)
  expect(said[2]).toContain('--yes')
  expect((await findInstrument(ctx, { class: 'stock', code: 'WRONG', region: 'US' }))?.id).toBe(wrong?.id)
  expect(await run(String(wrong?.id), 'stock:RIGHT$NYSE$US', '--yes')).toContain(
    'stock:WRONG$US is part of stock:RIGHT$US now.',
  )
  await expect.poll(async () => (await directory.find('stock', 'WRONG', 'US'))?.id).toBe(right?.id)
  if (!right) throw new Error('RIGHT is in the list')
  const bars = await readBars(ctx, { instrument: right, interval: '1d', limit: 5, order: 'newest' })
  expect(bars.map(({ close }) => close)).toEqual([2, 3])
})
