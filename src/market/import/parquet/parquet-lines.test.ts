import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileRefused } from '../file/file-refused.ts'
import { parquetLines } from './parquet-lines.ts'

/** The folder of files that `make.py` writes with pyarrow. */
const made = 'test/fixtures/parquet'
/** The pages of `equal-rows.parquet`: six columns of 121 bytes. */
const pages = { from: 4, to: 4 + 6 * 121 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function textOf(path: string): Promise<string> {
  const texts: string[] = []
  for await (const { text } of parquetLines(path, new AbortController().signal)) texts.push(text)
  return texts.join('')
}

const problemOf = (path: string) =>
  textOf(path).catch((cause: unknown) => (cause instanceof FileRefused ? cause.problem.name : cause))

test.each(['none', 'snappy', 'gzip', 'zstd', 'zstd-v2', 'brotli', 'lz4'])(
  'the rows of a Parquet file with the compression %s are read, except its list columns',
  async (codec) => {
    const lines = (await textOf(join(made, `${codec}.parquet`))).split('\n')
    expect(lines.slice(0, 2)).toEqual([
      'time,open,high,low,close,volume',
      '2025-01-02T00:00:00.000Z,100.5,103.25,99.75,101,0',
    ])
    expect(lines[6]).toBe('2025-01-07T00:00:00.000Z,105.5,108.25,104.75,106,5000')
    expect(lines).toHaveLength(8)
  },
)

test('decimals of a Parquet file keep all their digits, however the columns store them', async () => {
  expect(await textOf(join(made, 'decimals.parquet'))).toBe(
    'time,open,high,low,close,volume\n2025-01-02T00:00:00.000Z,100,101.25,99.5,100.5,12\n',
  )
})

test('a Parquet file is refused before it is decoded if a row group has more values than the limit', async () => {
  const path = join(folder, 'equal-rows.parquet')
  const bytes = await readFile(join(made, 'equal-rows.parquet'))
  // Without its pages, the file cannot be decoded.
  await writeFile(path, bytes.fill(0, pages.from, pages.to))
  expect(await problemOf(path)).toBe('file_parquet_group')
})

test('a file that is truncated or not Parquet is refused, and an altered Parquet file never causes a fault', async () => {
  const whole = await readFile(join(made, 'zstd.parquet'))
  const path = join(folder, 'altered.parquet')
  for (let at = 0; at < whole.length; at += 37) {
    await writeFile(path, whole.subarray(0, at))
    expect(await problemOf(path)).toBe('file_not_parquet')
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    await writeFile(path, changed)
    expect(await problemOf(path)).toEqual(expect.any(String))
  }
  await copyFile(join(made, 'make.py'), path)
  expect(await problemOf(path)).toBe('file_not_parquet')
})
