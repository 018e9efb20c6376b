import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors } from 'hyparquet'

/** Decompressors of pages. Each stops at the length that the page's header states. */
export async function codecsFor(codecs: ReadonlySet<string>): Promise<Compressors> {
  const found: Compressors = {
    GZIP: (packed, length) => gunzipSync(packed, { maxOutputLength: Math.max(1, length) }),
    BROTLI: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, length) }),
    ZSTD: (packed, length) => zstdDecompressSync(packed, { maxOutputLength: Math.max(1, length) }),
  }
  if (!codecs.has('LZ4') && !codecs.has('LZ4_RAW')) return found
  const { decompressLz4, decompressLz4Raw } = await import('hyparquet-compressors')
  return { ...found, LZ4: decompressLz4, LZ4_RAW: decompressLz4Raw }
}
