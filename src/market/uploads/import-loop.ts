import { dayMs } from '#src/contract/time.ts'
import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'
import { FileRefused } from '../import/file/file-refused.ts'
import { endDied, runNext } from '../import-queue/import-queue.ts'
import type { Job } from '../import-queue/job-store.ts'
import { pathOf } from './receive.ts'
import { removeFolder, sizeOf, uploadFolders } from './upload-file.ts'
import * as store from './upload-store.ts'

const sweepMs = 30_000
/** The channel of notifications about ready imports (migration 1430). */
const rounds = { channel: 'imports', everyMs: sweepMs, failed: 'an upload could not be imported' }
const abandonedDays = 7

/**
 * Imports complete uploads one after another, ends imports whose processes died, and deletes uploads that were not
 * continued for a week.
 */
export function importUploads(ctx: Platform): Promise<AsyncDisposable> {
  let sweptAt = Number.NEGATIVE_INFINITY
  return follow(ctx, rounds, async (signal) => {
    if (ctx.clock.elapsed() - sweptAt >= sweepMs) {
      await endDied(ctx)
      await dropAbandoned(ctx)
      await removeLeft(ctx)
      sweptAt = ctx.clock.elapsed()
    }
    while (!signal.aborted && (await importNext(ctx, signal)));
  })
}

/** Imports the oldest waiting upload. Returns false if none waits. */
export async function importNext(ctx: Platform, signal: AbortSignal): Promise<boolean> {
  const ran = await runNext(ctx, { source: 'upload' }, (job) => fileOf(ctx, job), { signal, progress: () => {} })
  if (!ran) return false
  const { upload } = ran.job
  if (ran.outcome.end === 'done' && upload !== null) await removeFolder(ctx.settings.dataDir, upload)
  return true
}

async function fileOf(ctx: Platform, { upload, file, bytes }: Job): Promise<string> {
  const path = pathOf(ctx, { id: upload ?? '', file })
  if ((await sizeOf(path)) !== bytes) throw new FileRefused(file, 'file_incomplete')
  return path
}

async function dropAbandoned(ctx: Platform): Promise<void> {
  const { db, audit, transaction } = ctx.postgres
  for (const id of await store.abandoned(db, ctx.clock.now() - abandonedDays * dayMs)) {
    await transaction(async (tx) => {
      await store.deleteUpload(tx, id)
      await audit(tx, { kind: 'system', name: 'uploads' }, 'upload.abandon', id)
    })
    await removeFolder(ctx.settings.dataDir, id)
  }
}

/** Removes the folders of ended uploads, which remain if a process dies or a piece arrives at that moment. */
async function removeLeft(ctx: Platform): Promise<void> {
  const { dataDir } = ctx.settings
  const folders = await uploadFolders(dataDir)
  const held = await store.heldUploads(ctx.postgres.db)
  for (const id of folders) if (!held.has(id)) await removeFolder(dataDir, id)
}
