import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { importSymbols } from '../import/import-symbols.ts'
import { findInstrument } from './instruments.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform()
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const io = { signal: new AbortController().signal, progress: () => {} }

async function listingOf(code: string): Promise<string> {
  const found = await findInstrument(ctx, { class: 'stock', code })
  return `${found?.exchange}$${found?.region}`
}

test('a code without a region finds the most liquid listing, else the home listing, else the listing on the larger market', async () => {
  const path = join(ctx.settings.dataDir, 'list.csv')
  const rows = [
    'type,region,exchange,code,name,currency,isin',
    'stock,MX,BMV,AIGX,American International Group,MXN,',
    'stock,US,NYSE,AIGX,American International Group,USD,',
    'stock,US,NYSE,NOVX,Novelty ADR,USD,CH0012005267',
    'stock,CH,SIX,NOVX,Novelty AG,CHF,CH0012005267',
    'stock,MX,BMV,AAPL,Apple Inc.,MXN,MX0012005267',
  ]
  await writeFile(path, `${rows.join('\n')}\n`)
  await importSymbols(ctx, path, io)
  expect(await listingOf('AIGX')).toBe('NYSE$US')
  expect(await listingOf('NOVX')).toBe('SIX$CH')
  expect(await listingOf('AAPL')).toBe('NASDAQ$US')
})

test('in the recorded list of instruments, the code of a NYSE stock without a region finds the NYSE listing', async ({
  skip,
}) => {
  const recorded = sharedData('reference/symbols.csv.gz')
  if (!recorded) return skip()
  const [head = '', ...rows] = gunzipSync(readFileSync(recorded)).toString('utf8').trimEnd().split('\n')
  const some = rows.filter((row) => /,(AIG|F|T|V|C|BA|GE),/.test(row))
  const path = join(ctx.settings.dataDir, 'recorded.csv')
  await writeFile(path, `${[head, ...some].join('\n')}\n`)
  await importSymbols(ctx, path, io)
  for (const code of ['AIG', 'F', 'T', 'V', 'C', 'BA', 'GE']) expect(await listingOf(code), code).toBe('NYSE$US')
})
