import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { assetClasses } from '#src/contract/market.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { type TypedQuery, typedQueries } from '#test/fixtures/typed-queries.ts'
import { starterAliases } from '../catalogue/aliases.ts'
import { starterInstruments } from '../catalogue/starter.ts'
import { splitCsvLine } from '../import/csv.ts'
import { homeOrder, installCatalogue } from '../instruments.ts'
import { lookupOf } from '../symbol.ts'
import { fold } from './fold.ts'
import { SearchIndex } from './search-index.ts'
import { type Alias, type Searched, SearchList } from './search-list.ts'
import { SearchTable } from './search-table.ts'

const everywhere = () => true

test('the starter list answers what people type with the instrument that they mean', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  await using index = await SearchIndex.open(ctx)
  const misses: string[] = []
  for (const query of typedQueries.filter((one) => !one.needsLongList)) {
    const { content } = await index.search({ text: query.text, scope: everywhere, page: 1, size: 30 })
    misses.push(...missed(query, content.map(keyOf)))
  }
  expect(misses).toEqual([])
})

const recorded = sharedData('reference/symbols.csv.gz')

describe.skipIf(recorded === null)('with the long list of instruments beside the starter list', () => {
  test('what people type finds the instrument that they mean', () => {
    const instruments = both(recorded ?? '')
    const table = tableOf(instruments)
    const misses: string[] = []
    for (const query of typedQueries) {
      const { ids } = table.find(fold(query.text), everywhere, 1, 30)
      const keys = ids.map((id) => instruments[id]).flatMap((one) => (one ? [keyOf(one)] : []))
      misses.push(...missed(query, keys))
    }
    expect(instruments.length).toBeGreaterThan(170_000)
    expect(misses).toEqual([])
  })
})

function missed({ text, expected }: TypedQuery, found: readonly string[]): string[] {
  const [first = 'nothing'] = found
  if (expected.includes(first)) return []
  const place = found.findIndex((one) => expected.includes(one))
  return [`${text}: ${first}, not ${expected.join(' or ')}, which is ${place < 0 ? 'absent' : `number ${place + 1}`}`]
}

function keyOf(one: { class: string; region: string; code: string }): string {
  return `${one.class} ${one.region} ${one.code}`
}

type Listed = Omit<Searched, 'id' | 'aliases' | 'lookup'> & { exchange: string }

/** The starter instruments and those of the recorded list, as an import would combine them; a starter keeps its own row. */
function both(file: string): Listed[] {
  const known = new Map<string, Listed>()
  for (const one of starterInstruments(Date.now())) {
    const names = [one.name, one.nameCn ?? '', one.nameHk ?? '']
    known.set(`${keyOf(one)} ${one.exchange}`, {
      ...one,
      names,
      isin: one.isin ?? '',
      liquidity: one.liquidity ?? 0,
      home: true,
    })
  }
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(1)) {
    const [type, region = '', exchange = '', code = '', name = '', , isin = ''] = splitCsvLine(line) ?? []
    const assetClass = assetClasses.find((one) => one === type)
    if (!assetClass) continue
    const key = `${assetClass} ${region} ${code} ${exchange}`
    if (known.has(key)) continue
    known.set(key, { class: assetClass, region, exchange, code, names: [name], isin, liquidity: 0, home: true })
  }
  return withHomes([...known.values()])
}

function withHomes(all: Listed[]): Listed[] {
  const place = ({ exchange }: Listed) =>
    homeOrder.includes(exchange) ? homeOrder.indexOf(exchange) : homeOrder.length
  const best = new Map<string, Listed>()
  for (const one of all) {
    const other = best.get(keyOf(one))
    if (!other || one.liquidity > other.liquidity || (one.liquidity === other.liquidity && place(one) < place(other)))
      best.set(keyOf(one), one)
  }
  return all.map((one) => ({ ...one, home: best.get(keyOf(one)) === one }))
}

function tableOf(instruments: readonly Listed[]): SearchTable {
  const aliases = new Map<string, Alias[]>()
  for (const one of starterAliases())
    aliases.set(keyOf(one), [...(aliases.get(keyOf(one)) ?? []), { name: one.alias, place: one.place }])
  const rows = instruments.map((one, id) => ({ ...one, id, lookup: lookupOf(one.code) }))
  rows.sort((a, b) => (a.lookup < b.lookup ? -1 : a.lookup > b.lookup ? 1 : a.code < b.code ? -1 : 1))
  const list = new SearchList()
  for (const row of rows) list.add({ ...row, aliases: row.home ? (aliases.get(keyOf(row)) ?? []) : [] })
  return new SearchTable(list)
}
