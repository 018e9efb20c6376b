import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { importSymbols } from '../import/import-symbols.ts'
import { SearchIndex } from './search-index.ts'
import type { Scope } from './search-table.ts'

const recorded = sharedData('reference/symbols.csv.gz')
const io = { signal: new AbortController().signal, progress: () => {} }

/** Test data: every fiftieth instrument, and all instruments that share a word with the queries of the tests. */
const kept = /microsoft|apple|toyota|nestl|vanguard|bank of|,EURUSD,|,TS[A-Z]?,|,700,|BRK|energy/i

describe.skipIf(recorded === null)('search over recorded instruments', () => {
  let ctx: TestPlatform
  let file: string
  let index: SearchIndex

  beforeAll(async () => {
    ctx = await testPlatform()
    const [head = '', ...rows] = gunzipSync(readFileSync(recorded ?? ''))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    const some = rows.filter((row, at) => at % 50 === 0 || kept.test(row))
    expect(some.length).toBeGreaterThan(5_000)
    file = join(ctx.settings.dataDir, 'symbols.csv')
    await writeFile(file, `${[head, ...some].join('\n')}\n`)
    await installCatalogue(ctx)
    const report = await importSymbols(ctx, file, io)
    expect(report).toMatchObject({ rows: some.length, accepted: some.length, quarantined: 0 })
    index = await SearchIndex.open(ctx)
  })
  afterAll(async () => {
    await index[Symbol.asyncDispose]()
    await ctx[Symbol.asyncDispose]()
  })

  function search(text: string, more: { classes?: readonly AssetClass[]; region?: string; page?: number } = {}) {
    const { classes = assetClasses, region = null, page = 1 } = more
    const scope: Scope = (market) => classes.includes(market.class) && (region === null || market.region === region)
    return index.search({ text, scope, page, size: 30 })
  }

  test.each([
    ['AAPL', 'AAPL', 'US'],
    ['aapl', 'AAPL', 'US'],
    ['700', '700', 'HK'],
    ['BRK-B', 'BRK.B', 'US'],
    ['EURUSD', 'EURUSD', 'GB'],
    ['apple', 'AAPL', 'US'],
    ['microsoft', 'MSFT', 'US'],
    ['microsoft corp', 'MSFT', 'US'],
    ['toyota', '7203', 'JP'],
    ['vanguard total', 'VTI', 'US'],
    ['苹果', 'AAPL', 'US'],
    ['microsfot', 'MSFT', 'US'],
    ['micrsoft', 'MSFT', 'US'],
    ['microosoft', 'MSFT', 'US'],
    ['toytoa', '7203', 'JP'],
  ])('the query %s finds %s of %s first', async (text, code, region) => {
    const [first] = (await search(text)).content
    expect(first && [first.code, first.region]).toEqual([code, region])
  })

  test('a search ranks the exact code first, then codes that begin with the query, then names', async () => {
    const codes = (await search('TS')).content.map(({ code }) => code)
    const stages = codes.map((code) =>
      code === 'TS' ? 0 : code.replaceAll(/[ .\-/_^:]/g, '').startsWith('TS') ? 1 : 2,
    )
    expect(stages[0]).toBe(0)
    expect(stages).toContain(1)
    expect(stages).toEqual([...stages].sort())
  })

  test('pages of search results neither repeat nor omit a result', async () => {
    const first = await search('energy')
    expect(first.totalElements).toBeGreaterThan(100)
    const seen: number[] = []
    for (let page = 1; (page - 1) * 30 < first.totalElements; page += 1) {
      const { content, totalElements } = await search('energy', { page })
      expect(totalElements).toBe(first.totalElements)
      seen.push(...content.map(({ id }) => id))
    }
    expect(seen).toHaveLength(first.totalElements)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(0, 30)).toEqual(first.content.map(({ id }) => id))
  })

  test('the filters for class and region narrow the results of a search', async () => {
    const funds = await search('vanguard', { classes: ['fund'], region: 'US' })
    expect(funds.content.length).toBeGreaterThan(0)
    expect(funds.content.every((one) => one.class === 'fund' && one.region === 'US')).toBe(true)
  })

  test('a search treats a wildcard as an ordinary character', async () => {
    expect((await search('%%%%')).totalElements).toBe(0)
    expect((await search('m_crosoft')).content[0]?.code).toBe('MSFT')
  })

  test('similar codes are suggested for an unknown code', async () => {
    expect(await index.suggest('stock', 'AAPLL', 5)).toContain('AAPL')
  })

  test('a second import of the same list of instruments adds nothing, changes no id and writes no row', async () => {
    const before = await search('microsoft')
    const written = async () =>
      (await sql<{ xmin: string }>`select max(xmin::text::bigint) as xmin from instruments`.execute(ctx.postgres.db))
        .rows
    const rows = await written()
    const again = await importSymbols(ctx, file, io)
    expect(again.quarantined).toBe(0)
    expect(await search('microsoft')).toEqual(before)
    expect(await written()).toEqual(rows)
  })
})
