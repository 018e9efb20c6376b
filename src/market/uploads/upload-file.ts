import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { Unreadable } from '../import/file/dialect.ts'
import { packingOf, packingOfBytes } from '../import/file/source-file.ts'
import { readTextForm } from '../import/text/text-form.ts'

/** The number of first bytes of a file by which its kind is detected. */
export const sniffedBytes = 64 * 1024
/**
 * The number of packed bytes that are unpacked to detect a file's kind. `sniffedBytes` also limits the unpacked text,
 * because zstd may unpack a few bytes to gigabytes.
 */
const sniffedPackedBytes = 4 * 1024

/** File names without a path: ASCII letters, digits and some other characters of codes, with a supported extension. */
export const fileNames = /^[A-Za-z0-9^][\w.^=@$+ -]{0,150}\.(csv|csv\.gz|csv\.zst|parquet)$/i

export function folderOf(dataDir: string, id: string): string {
  return join(dataDir, 'uploads', id)
}

/** The ids of the uploads that have a folder. */
export async function uploadFolders(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'uploads')).catch(() => [])
  return names.filter((name) => /^[0-9a-f]{24}$/.test(name))
}

/** The size of a file in bytes; 0 if it does not exist. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}

export async function removeFolder(dataDir: string, id: string): Promise<void> {
  await rm(folderOf(dataDir, id), { recursive: true, force: true })
}

/** Whether a file begins like a table, whatever its name: text, plain or packed with gzip or zstd, or Parquet. */
export async function isReadable(path: string): Promise<boolean> {
  switch (await packingOf(path)) {
    case 'parquet':
      return true
    case 'gzip':
      return isText(await unpackedHead(beginningOf(path), createGunzip()))
    case 'zstd':
      return isText(await unpackedHead(beginningOf(path), createZstdDecompress()))
    case null:
      return isText(await head(path, sniffedBytes))
  }
}

function isText(bytes: Buffer | null): boolean {
  try {
    readTextForm(bytes ?? Buffer.alloc(0))
    return true
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

async function head(path: string, size: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function beginningOf(path: string): Readable {
  return createReadStream(path, { end: sniffedPackedBytes - 1 })
}

/**
 * Unpacks the first bytes of a file. Null for Parquet, and if the bytes are not compressed in the format that they
 * state.
 */
export async function unpackedBytes(bytes: Buffer): Promise<Buffer | null> {
  switch (packingOfBytes(bytes)) {
    case 'gzip':
      return unpackedHead(Readable.from([bytes]), createGunzip())
    case 'zstd':
      return unpackedHead(Readable.from([bytes]), createZstdDecompress())
    case 'parquet':
      return null
    case null:
      return bytes
  }
}

/** The first unpacked bytes; null if there are none: the source is not packed in this format, or its content is empty. */
async function unpackedHead(source: Readable, unpacker: Transform): Promise<Buffer | null> {
  const unpacked = source.pipe(unpacker)
  source.on('error', (error) => unpacked.destroy(error))
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of unpacked) {
      parts.push(part)
      size += part.length
      if (size >= sniffedBytes) break
    }
  } catch {
    // Only the beginning of the file was read, so its end is missing. The bytes before the cut are valid.
  }
  return parts.length === 0 ? null : Buffer.concat(parts)
}
