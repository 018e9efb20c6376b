import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type PreviewFile, previewFile } from './preview.ts'

let ctx: TestPlatform
const cli = { kind: 'operator-cli' } as const
beforeAll(async () => {
  ctx = await testPlatform()
})
afterAll(() => ctx[Symbol.asyncDispose]())

const look = (file: string, text: string, more: Partial<PreviewFile> = {}) =>
  previewFile(ctx, cli, { file, kind: 'bars', flags: {}, bytes: Buffer.from(text), ...more })
const rows = 'Datum;Open;High;Low;Close;Menge\n02.01.2025;1,5;2,5;1,5;2;10\n03.01.2025;2;3;1;2,25;20\n04.01.2025;1'

test('the preview of a file shows its first rows and the meaning of its columns', async () => {
  const seen = await look('stock-de-SAP-1d.csv', rows, { flags: { map: 'time=#1,open=#2,high=#3,low=#4,close=#5' } })
  expect(seen).toMatchObject({ problem: null, missing: null, reading: { separator: ';', decimal: ',' } })
  expect(seen.columns.map(({ is }) => is)).toEqual(['time', 'open', 'high', 'low', 'close', null])
  expect(seen.columns.map(({ name }) => name)[0]).toBe('Datum')
  // The bytes end within the last line, so that line is left out.
  expect(seen.rows).toEqual([
    ['02.01.2025', '1,5', '2,5', '1,5', '2', '10'],
    ['03.01.2025', '2', '3', '1', '2,25', '20'],
  ])
})

test('the preview of a compressed file shows rows of its first bytes', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${1_700_000_000 + at * 60},1,3,1,2,${at}`)
  const packed = gzipSync(`time,open,high,low,close,volume\n${lines.join('\n')}\n`).subarray(0, 8_000)
  const seen = await look('stock-us-GZ-1m.csv.gz', '', { bytes: packed })
  expect(seen.columns.map(({ is }) => is)).toEqual(['time', 'open', 'high', 'low', 'close', 'volume'])
  expect(seen.rows).toHaveLength(5)
})

test.each([
  ['my prices.csv', {}, 'code'],
  ['stock-us-AAPL.csv', {}, 'interval'],
  ['my prices.csv', { class: 'stock', region: 'US', code: 'AAPL', interval: '1d' }, null],
] as const)(
  'the preview of a file named %s with the flags %j reports the missing field: %s',
  async (file, flags, missing) => {
    const text = 'time,open,high,low,close\n2025-01-02,1,3,1,2\n'
    expect(await look(file, text, { flags })).toMatchObject({ missing, problem: null })
  },
)

test('the preview of an unreadable file shows its cells and the reason', async () => {
  const seen = await look('stock-us-AAPL-1d.csv', 'a,b,c\n1,2,3\n')
  expect(seen.problem?.name).toBe('file_names_unknown')
  expect(seen.columns).toEqual([
    { name: 'a', is: null },
    { name: 'b', is: null },
    { name: 'c', is: null },
  ])
  expect(seen.rows).toEqual([['1', '2', '3']])
  expect(await look('stock-us-AAPL-1d.csv', '<!doctype html>')).toMatchObject({ problem: { name: 'file_format' } })
})
