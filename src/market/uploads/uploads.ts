import { statfs } from 'node:fs/promises'
import { refuse } from '#src/contract/errors.ts'
import type { UploadState } from '#src/contract/operator/imports.ts'
import { dayMs } from '#src/contract/time.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Actor } from '#src/platform/actor.ts'
import { reserveBytes } from '#src/platform/data-dir/storage-guard.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { columnsOf } from '../column-maps/maps.ts'
import { readManyTarget } from '../import/file/many-target.ts'
import { optionsOf, readTarget, type TargetFlags } from '../import/file/source-file.ts'
import { isOfOneInstrument } from '../import/importers.ts'
import { insertJob } from '../import-queue/job-store.ts'
import { begunBy } from './begun-by.ts'
import { fileNames, removeFolder } from './upload-file.ts'
import * as store from './upload-store.ts'

export const uploadBytesMax = 10 * 1024 ** 3

export type FreeBytes = (path: string) => Promise<number>

export type BeginUpload = { file: string; bytes: number; kind: ImportKind; flags: TargetFlags }

/**
 * Starts an upload, or returns the incomplete upload of the same file. Refuses a file over 10 GB, an unsupported file
 * name, a file whose instruments or interval are not stated, and a file that does not fit on the disk.
 */
export async function beginUpload(
  ctx: Platform,
  actor: Actor,
  { file, bytes, kind, flags }: BeginUpload,
  freeBytes: FreeBytes = freeBytesAt,
): Promise<store.StoredUpload> {
  const by = await requireStaff(ctx, actor, 'upload.send')
  if (!fileNames.test(file)) throw refuse('invalid_parameter', { param: 'file' })
  if (bytes > uploadBytesMax) throw refuse('upload_too_large', { param: 'file' })
  const options = await readOptions(ctx, kind, file, flags)
  const free = await freeBytes(ctx.settings.dataDir)
  const id = await ctx.postgres.transaction(async (tx) => {
    const known = await store.cutOff(tx, { kind, file, bytes, options })
    const needed = (await store.bytesExpected(tx)) + (known ? 0 : bytes)
    if (free - needed < reserveBytes) throw refuse('storage_full', { retryAfter: 60 })
    if (known) return known.id
    const made = ctx.random.bytes(12).toString('hex')
    const job = { source: 'upload', upload: made, kind, file, bytes, flags: options, by: begunBy(by) } as const
    await insertJob(tx, job, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'upload.begin', made, { file, kind, bytes })
    return made
  })
  return present(await store.uploadById(ctx.postgres.db, id))
}

export async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

/** Uploads that are not done, or changed within the last day, newest first. */
export async function listUploads(ctx: Platform, actor: Actor): Promise<store.StoredUpload[]> {
  await requireStaff(ctx, actor, 'import.list')
  return store.uploadsSince(ctx.postgres.db, ctx.clock.now() - dayMs)
}

export async function readUpload(ctx: Platform, actor: Actor, id: string): Promise<store.StoredUpload> {
  await requireStaff(ctx, actor, 'import.list')
  return present(await store.uploadById(ctx.postgres.db, id))
}

/**
 * `version`: the version of the upload that the person read. If the upload has a newer version, the call is refused
 * with `changed_meanwhile`. Null: no check.
 */
export type AboutUpload = { id: string; version: number | null }

/** Stops a waiting or running import. A running import ends within a second. Imported rows stay. */
export async function stopUpload(ctx: Platform, actor: Actor, about: AboutUpload): Promise<void> {
  await steer(ctx, actor, about, { from: ['ready', 'importing'], to: 'stopped', action: 'upload.stop' })
}

/** Imports a stopped or failed file again from its beginning. Rows that were already imported do not change. */
export async function startUpload(ctx: Platform, actor: Actor, about: AboutUpload): Promise<void> {
  await steer(ctx, actor, about, { from: ['stopped', 'failed'], to: 'ready', action: 'upload.start' })
}

/** Deletes a file that is neither being imported nor waiting for its import. */
export async function dropUpload(ctx: Platform, actor: Actor, about: AboutUpload): Promise<void> {
  await steer(ctx, actor, about, { from: ['receiving', 'stopped', 'failed', 'done'], to: null, action: 'upload.drop' })
  await removeFolder(ctx.settings.dataDir, about.id)
}

type Step = { from: readonly UploadState[]; to: UploadState | null; action: string }

async function steer(ctx: Platform, actor: Actor, { id, version }: AboutUpload, step: Step): Promise<void> {
  const by = await requireStaff(ctx, actor, 'upload.steer')
  await ctx.postgres.transaction(async (tx) => {
    const upload = present(await store.uploadById(tx, id, true))
    if (version !== null && upload.version !== version) throw refuse('changed_meanwhile')
    if (!step.from.includes(upload.state)) throw refuse('conflict')
    if (step.to === null) await store.deleteUpload(tx, id)
    else await store.setState(tx, id, step.to, ctx.clock.now())
    await ctx.postgres.audit(tx, by, step.action, id, { file: upload.file })
  })
}

async function readOptions(
  ctx: Platform,
  kind: ImportKind,
  file: string,
  { map, ...flags }: TargetFlags,
): Promise<TargetFlags> {
  if (!isOfOneInstrument(kind)) return {}
  const columns = map && (kind === 'bars' || kind === 'ticks') ? { map: await readMap(ctx, map) } : {}
  try {
    const target = readManyTarget(file, { ...flags, ...columns }) ?? readTarget(file, flags)
    if (kind === 'bars' && target.interval === null) throw refuse('import_target_unknown', { param: 'interval' })
    return { ...optionsOf(target, flags), ...columns }
  } catch (error) {
    if (error instanceof SettingsError) throw refuse('import_target_unknown', { param: 'code' })
    throw error
  }
}

async function readMap(ctx: Platform, text: string): Promise<string> {
  try {
    return await columnsOf(ctx, text)
  } catch (error) {
    if (error instanceof SettingsError) throw refuse('invalid_parameter', { param: 'map' })
    throw error
  }
}

function present(upload: store.StoredUpload | null): store.StoredUpload {
  if (!upload) throw refuse('not_found')
  return upload
}
