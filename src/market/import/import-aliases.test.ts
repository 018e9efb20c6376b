import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { SearchIndex } from '../search/search-index.ts'
import { importAliases } from './import-aliases.ts'

const io = { signal: new AbortController().signal, progress: () => {} }

test('a search for an imported alias finds its instruments in the order of the file, and bad rows are counted by reason', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  await using index = await SearchIndex.open(ctx)
  const codes = async (text: string) =>
    (await index.search({ text, scope: () => true, page: 1, size: 5 })).content.map(({ code }) => code)
  expect(await codes('glimmermetal')).toEqual([])
  const file = join(ctx.settings.dataDir, 'aliases.csv')
  const rows = [
    'alias,type,region,code',
    'Glimmermetal,future,us,GC',
    'Glimmermetal,forex,GB,XAUUSD',
    '"鵝廠",stock,HK,00700',
    'nobody,option,US,AAPL',
    'Apple, Inc.,stock,US,AAPL',
    '---,stock,US,AAPL',
    'Glimmermetal,forex,GB,XAUUSD',
  ]
  await writeFile(file, `${rows.join('\n')}\n`)
  const report = await importAliases(ctx, file, io)
  expect(report).toMatchObject({
    rows: 7,
    accepted: 3,
    reasons: { unknown_class: 1, extra_column: 1, invalid_alias: 1, duplicate: 1 },
  })
  await expect.poll(() => codes('glimmermetal')).toEqual(['GC', 'XAUUSD'])
  expect(await codes('glimmer')).toEqual(['XAUUSD', 'GC'])
  expect(await codes('鹅厂')).toEqual(['700'])
})

test('an import of aliases from a file without the required columns is refused', async () => {
  await using ctx = await testPlatform()
  const file = join(ctx.settings.dataDir, 'aliases.csv')
  await writeFile(file, 'name,code\nfacebook,META\n')
  await expect(importAliases(ctx, file, io)).rejects.toThrow('alias, type, region, code')
})

test('the refusal of a row in a long imported file has the line number of the row', async () => {
  await using ctx = await testPlatform()
  const file = join(ctx.settings.dataDir, 'aliases.csv')
  const refused = Array.from({ length: 6_000 }, (_, at) => `${'x'.repeat(90)}${at},option,US,AAPL`)
  await writeFile(file, `alias,type,region,code\n\n${refused.join('\r\n')}\n`)
  const report = await importAliases(ctx, file, io)
  expect(report).toMatchObject({ rows: 6_000, accepted: 0 })
  const quarantined = (await readFile(report.quarantineFile ?? '', 'utf8')).trimEnd().split('\n')
  expect(quarantined.at(-1)?.slice(0, 20)).toBe('6002,unknown_class,"')
})
