import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { decrypted, encrypted } from './age.ts'
import { countNativeRows } from './native-rows.ts'

/** `copy`: rows of PostgreSQL's COPY, one per line. `native`: ClickHouse blocks. Both use zstd; `plain` does not. */
export type FileForm = 'copy' | 'native' | 'plain'

/** `rows`: null for a plain file. */
export type Measure = { bytes: number; sha256: string; rows: number | null }

/** `path`: relative to the folder of a backup. */
export type StoredFile = Measure & { path: string }

const newline = 10
const blockBytes = 256 * 1024

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

/**
 * The length, checksum and, if any, rows of a whole file. Throws if the file cannot be read in its form. `identities`:
 * the keys that decrypt the file; null if it is not encrypted. Length and checksum are of the stored, encrypted file.
 */
export async function measure(
  path: string,
  form: FileForm,
  identities: readonly string[] | null = null,
): Promise<Measure> {
  const sum = new Sum()
  const stored = Readable.from(sum.of(createReadStream(path, { highWaterMark: blockBytes })), { objectMode: false })
  const rows = await rowsIn(identities === null ? stored : await decrypted(stored, identities), form)
  return { ...sum.total(), rows }
}

/** Encrypts a file into a new file. Returns length and checksum of the new file. */
export async function encryptFile(
  from: string,
  form: FileForm,
  { to, recipients }: { to: string; recipients: readonly string[] },
): Promise<Measure> {
  const { rows } = await measure(from, form)
  const sum = new Sum()
  const source = await encrypted(createReadStream(from, { highWaterMark: blockBytes }), recipients)
  await pipeline(sum.of(source), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  return { ...sum.total(), rows }
}

class Sum {
  readonly #hash = createHash('sha256')
  #bytes = 0

  async *of(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      yield chunk
    }
  }

  total(): Pick<Measure, 'bytes' | 'sha256'> {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

async function rowsIn(content: Readable, form: FileForm): Promise<number | null> {
  let rows: number | null = null
  if (form === 'plain') await pipeline(content, drained)
  else
    await pipeline(content, createZstdDecompress(), async (source: AsyncIterable<Buffer>) => {
      rows = await (form === 'native' ? countNativeRows(source) : countLines(source))
    })
  return rows
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
