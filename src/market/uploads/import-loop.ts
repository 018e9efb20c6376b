import { type Problem, problemOf } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { ensureCatalogue } from '../catalogue/install.ts'
import { FileRefused } from '../import/file/file-refused.ts'
import { importFile } from '../import/importers.ts'
import { pathOf } from './receive.ts'
import { removeFolder, sizeOf } from './upload-file.ts'
import * as store from './upload-store.ts'

const pollMs = 1_000
/** An import without a sign of life for this long has died with its process. */
const silentMs = minuteMs
const beatMs = 500
const abandonedDays = 7

/** Imports complete uploads one after another, and deletes uploads that were not continued for a week. */
export function importUploads(ctx: Platform): AsyncDisposable {
  return every(ctx, { everyMs: pollMs, failed: 'an upload could not be imported' }, async (signal) => {
    while (!signal.aborted && (await importNext(ctx, signal)));
    await dropAbandoned(ctx)
  })
}

/**
 * Imports the oldest waiting upload; false when none waits. If the process stops during the import, the upload waits
 * again.
 */
export async function importNext(ctx: Platform, signal: AbortSignal): Promise<boolean> {
  const { db } = ctx.postgres
  const now = () => ctx.clock.now()
  const upload = await store.claim(db, now(), now() - silentMs)
  if (!upload) return false
  const { id, kind, options, importId, begunBy: by } = upload
  const path = pathOf(ctx, upload)
  const stop = new AbortController()
  const end = (state: 'done' | 'failed' | 'ready', failure: Problem | null = null) =>
    store.endImport(db, id, { state, failure, now: now() })
  try {
    if ((await sizeOf(path)) !== upload.bytes) throw new FileRefused(upload.file, 'file_incomplete')
    if (importId !== null) await store.forgetRefused(db, importId)
    await ensureCatalogue(ctx)
    const io = { signal: AbortSignal.any([signal, stop.signal]), progress: () => {}, moved: beats(ctx, id, stop), by }
    await importFile(ctx, kind, path, options, io)
    await end('done')
    await removeFolder(ctx.settings.dataDir, id)
  } catch (error) {
    if (signal.aborted) await end('ready')
    else if (!stop.signal.aborted) await end('failed', failureOf(ctx, error))
  }
  return true
}

/** Stores the progress at most twice a second, and aborts the import when it was stopped. */
function beats(ctx: Platform, id: string, stop: AbortController) {
  let saidAt = Number.NEGATIVE_INFINITY
  return async (at: store.Beat) => {
    const now = performance.now()
    if (now - saidAt < beatMs) return
    saidAt = now
    if (!(await store.beat(ctx.postgres.db, id, at, ctx.clock.now()))) stop.abort()
  }
}

function failureOf(ctx: Platform, error: unknown): Problem {
  if (error instanceof FileRefused) return error.problem
  ctx.log.error('an import failed', { cause: error })
  return problemOf('import_failed')
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
