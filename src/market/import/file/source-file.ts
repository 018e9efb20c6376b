import { createReadStream, type ReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { ReadingOptions } from '#src/contract/data/reading.ts'
import { type AssetClass, assetClasses, type Interval } from '#src/contract/market.ts'
import { parseStored } from '../../bars/interval.ts'
import { canonicalRegion, isCode } from '../../instruments/symbol.ts'
import type { Dialect } from './dialect.ts'
import { FileRefused } from './file-refused.ts'

/** The instrument and interval of the rows, from the file name or the flags. */
export type Target = { class: AssetClass; region: string; code: string; interval: Interval | null }

/**
 * `acceptOutliers`: prices far from the previous price are accepted. `map`: a column mapping for `readColumnMap`.
 * `reading`: the parts of the text's form that a person named. `dialect`: for released rows, the form in which their
 * first import read them.
 */
export type TargetFlags = {
  class?: string
  region?: string
  code?: string
  interval?: string
  acceptOutliers?: boolean
  map?: string
  reading?: ReadingOptions
  dialect?: Dialect
}

const pattern =
  /^(?:factors-)?([a-z]+)-([a-z]{2})-(.+?)(?:-(\d{8}|[0-9]{1,2}[a-zA-Z]{1,3}))?(?:\.csv|\.csv\.gz|\.csv\.zst|\.parquet|\.dbn|\.dbn\.zst)$/i

/** Whether a file's name contains its instrument. */
export function namesInstrument(file: string): boolean {
  return pattern.test(basename(file))
}

/** Reads class, region, code and interval from the flags, or else from a name such as `stock-us-AAPL-1d.csv.gz`. */
export function readTarget(file: string, flags: TargetFlags): Target {
  const match = pattern.exec(basename(file))
  const assetClass = assetClasses.find((name) => name === (flags.class ?? match?.[1] ?? '').toLowerCase())
  const region = flags.region ?? match?.[2]
  const code = flags.code ?? match?.[3]
  if (!assetClass || !region || !code) {
    throw new FileRefused(file, 'file_name')
  }
  if (!isCode(code)) throw new FileRefused(file, 'file_symbol', { code })
  const text = flags.interval ?? (match?.[4] && !/^\d{8}$/.test(match[4]) ? match[4] : undefined)
  const interval = text === undefined ? null : parseStored(text)
  if (text !== undefined && interval === null) throw new FileRefused(file, 'file_interval', { interval: text })
  return { class: assetClass, region: canonicalRegion(region), code: code.toUpperCase(), interval }
}

/** The stored flags of an import, which replace what the file's name states, except for the code. */
export function optionsOf(
  { interval, ...target }: Omit<Target, 'code'>,
  { acceptOutliers = false, reading }: TargetFlags,
): TargetFlags {
  return { ...target, ...(interval && { interval }), acceptOutliers, ...(reading && { reading }) }
}

export type ByteChunk = { bytes: Buffer; fraction: number }

/**
 * Tables unpack to 5 to 50 times their size. A file that unpacks to more than `freeUnpackedBytes` may unpack to at most
 * this multiple of its size.
 */
const unpackedRatioMax = 250
const freeUnpackedBytes = 32 * 1024 * 1024

/** A file's bytes in chunks. Gzip and zstd are decompressed, whatever the name of the file. */
export async function* unpackedChunks(file: string, size: number, signal: AbortSignal): AsyncGenerator<ByteChunk> {
  const packing = await packingOf(file)
  const raw = createReadStream(file, { highWaterMark: 1 << 18, signal })
  let read = 0
  let unpackedBytes = 0
  raw.on('data', (chunk) => {
    read += chunk.length
  })
  const stream = unpacked(raw, packing)
  raw.on('error', (error) => stream.destroy(error))
  try {
    for await (const bytes of stream) {
      unpackedBytes += bytes.length
      if (unpackedBytes > freeUnpackedBytes && unpackedBytes > read * unpackedRatioMax)
        throw new FileRefused(file, 'file_unpacks_too_far', { ratio: unpackedRatioMax })
      yield { bytes, fraction: size === 0 ? 1 : read / size }
    }
  } catch (error) {
    if (signal.aborted || error instanceof FileRefused) throw error
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new FileRefused(file, 'file_cut_off', { reason })
  }
}

/** The size of a file in bytes. Throws a `FileRefused` if the file does not exist. */
export async function sizeOfFile(file: string): Promise<number> {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new FileRefused(file, 'file_missing', { reason: error.code ?? error.name })
  })
  return size
}

type Packing = 'gzip' | 'zstd' | 'parquet' | null

/** The compression of a file, by its first bytes. */
export async function packingOf(file: string): Promise<Packing> {
  return packingOfBytes(await firstBytes(file, 4))
}

export function packingOfBytes(bytes: Buffer): Packing {
  const head = bytes.toString('hex', 0, 4)
  if (head.startsWith('1f8b')) return 'gzip'
  return head === '28b52ffd' ? 'zstd' : head === '50415231' ? 'parquet' : null
}

async function firstBytes(file: string, length: number): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

function unpacked(raw: ReadStream, packing: Packing): Readable {
  switch (packing) {
    case 'gzip':
      return raw.pipe(createGunzip({ chunkSize: 1 << 18 }))
    case 'zstd':
      return raw.pipe(createZstdDecompress({ chunkSize: 1 << 18 }))
    default:
      return raw
  }
}
