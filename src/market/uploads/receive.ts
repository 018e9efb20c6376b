import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import { reserveBytes } from '#src/platform/data-dir/storage-guard.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff, type StaffActor } from '#src/staff/require-staff.ts'
import { folderOf, isReadable, sizeOf, sniffedBytes } from './upload-file.ts'
import { noteReceived, type StoredUpload, setState, uploadById } from './upload-store.ts'
import { type FreeBytes, freeBytesAt } from './uploads.ts'

/** The free space is checked once per this number of bytes. */
const spaceCheckEveryBytes = 4 * 1024 * 1024

export type Piece = { id: string; offset: number; bytes: AsyncIterable<Uint8Array> }

/**
 * Adds bytes at the end of an incomplete file. If a piece breaks off, its arrived bytes are kept, and the next piece
 * begins at `received`, even after a restart. Pieces arrive one at a time; the last piece hands the file to the
 * importer.
 */
export async function receivePiece(
  ctx: Platform,
  actor: Actor,
  piece: Piece,
  freeBytes: FreeBytes = freeBytesAt,
): Promise<StoredUpload> {
  const by = await requireStaff(ctx, actor, 'upload.send')
  const { id } = piece
  const busy = busyUploads(ctx)
  if (busy.has(id)) throw refuse('upload_busy')
  busy.add(id)
  try {
    const upload = await uploadById(ctx.postgres.db, id)
    if (upload?.state !== 'receiving') throw refuse(upload ? 'conflict' : 'not_found')
    await append(ctx, upload, piece, freeBytes)
    return await settle(ctx, by, upload)
  } finally {
    busy.delete(id)
  }
}

function busyUploads({ kept }: Platform): Set<string> {
  const known = kept.get('uploads:busy')
  if (known instanceof Set) return known
  const made = new Set<string>()
  kept.set('uploads:busy', made)
  return made
}

async function append(ctx: Platform, upload: StoredUpload, { offset, bytes }: Piece, freeBytes: FreeBytes) {
  const { dataDir } = ctx.settings
  await mkdir(folderOf(dataDir, upload.id), { recursive: true, mode: 0o700 })
  const path = pathOf(ctx, upload)
  const size = await sizeOf(path)
  if (offset !== size) {
    await noteReceived(ctx.postgres.db, upload.id, size, ctx.clock.now())
    throw refuse('upload_offset_wrong', { param: 'offset', extra: { received: size } })
  }
  const file = await open(path, 'a', 0o600)
  let at = size
  try {
    let untilCheck = 0
    for await (const chunk of bytes) {
      if (at + chunk.byteLength > upload.bytes) throw refuse('upload_too_large')
      if (untilCheck <= 0) {
        if (ctx.storage.full || (await freeBytes(dataDir)) < reserveBytes)
          throw refuse('storage_full', { retryAfter: 60 })
        untilCheck = spaceCheckEveryBytes
      }
      await writeAll(file, chunk)
      at += chunk.byteLength
      untilCheck -= chunk.byteLength
    }
  } finally {
    await file.close()
    await noteReceived(ctx.postgres.db, upload.id, at, ctx.clock.now())
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, from)
    from += bytesWritten
  }
}

/** Refuses a file if its beginning is not a table. Marks a complete file as ready for import. */
async function settle(ctx: Platform, by: StaffActor, { id }: StoredUpload): Promise<StoredUpload> {
  return ctx.postgres.transaction(async (tx) => {
    const upload = await uploadById(tx, id, true)
    if (!upload) throw refuse('not_found')
    const isSampleComplete = upload.received >= Math.min(upload.bytes, sniffedBytes)
    if (isSampleComplete && !(await isReadable(pathOf(ctx, upload)))) throw refuse('file_unreadable')
    if (upload.received < upload.bytes) return upload
    await setState(tx, id, 'ready', ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'upload.complete', id, { file: upload.file, bytes: upload.bytes })
    return { ...upload, state: 'ready', version: upload.version + 1 }
  })
}

export function pathOf(ctx: Platform, { id, file }: Pick<StoredUpload, 'id' | 'file'>): string {
  return join(folderOf(ctx.settings.dataDir, id), file)
}
