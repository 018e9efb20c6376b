import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { countNativeRows } from './native-rows.ts'

/** `copy`: rows of PostgreSQL's COPY, one per line. `native`: ClickHouse blocks. Both use zstd; `plain` does not. */
export type FileForm = 'copy' | 'native' | 'plain'

/** `rows`: null for a plain file. */
export type Measure = { bytes: number; sha256: string; rows: number | null }

/** `path`: relative to the folder of a backup. */
export type StoredFile = Measure & { path: string }

const newline = 10

export async function pack(source: Readable, path: string): Promise<void> {
  await pipeline(source, createZstdCompress(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

export function unpacked(path: string): Readable {
  const packed = createReadStream(path)
  const unpacked = createZstdDecompress()
  packed.on('error', (error) => unpacked.destroy(error))
  unpacked.on('close', () => packed.destroy())
  return packed.pipe(unpacked)
}

/** The length, checksum and, if any, rows of a whole file. Throws when the file cannot be read in its form. */
export async function measure(path: string, form: FileForm): Promise<Measure> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* noted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  let rows: number | null = null
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  if (form === 'plain') await pipeline(file, noted, drained)
  else
    await pipeline(file, noted, createZstdDecompress(), async (source: AsyncIterable<Buffer>) => {
      rows = await (form === 'native' ? countNativeRows(source) : countLines(source))
    })
  return { bytes, sha256: hash.digest('hex'), rows }
}

async function drained(source: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of source);
}

async function countLines(source: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const chunk of source)
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
  return lines
}

/** Syncs a file or folder. Without this a power failure may lose a file, or its name in the folder. */
export async function settle(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
