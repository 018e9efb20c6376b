import { isFault, isRefusal, problemOf } from '#src/contract/errors.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { storeFailure } from '#src/platform/engines/store-failure.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { ensureCatalogue } from '../catalogue/install.ts'
import { FileRefused } from '../import/file/file-refused.ts'
import type { Moved } from '../import/import-run.ts'
import { importFile } from '../import/importers.ts'
import type { ImportOrder, Outcome, RunnerIo } from './job.ts'
import * as store from './job-store.ts'

const beatMs = 500

/** Reads one file into the stores of `ctx` and reports its progress. Ends early if the import was stopped. */
export async function carryOut(ctx: Platform, order: ImportOrder, { signal, ...shown }: RunnerIo): Promise<Outcome> {
  const { importId, kind, path, flags, by } = order
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  try {
    await ensureCatalogue(ctx)
    const io = { ...shown, signal: ended, moved: beats(ctx, importId, stop), by, job: importId }
    return { end: 'done', report: await importFile(ctx, kind, path, flags, io) }
  } catch (error) {
    return ended.aborted ? { end: 'stopped' } : outcomeOf(ctx, error)
  }
}

/** Stores the progress at most twice a second. Aborts the import if it was stopped. */
function beats(ctx: Platform, id: string, stop: AbortController) {
  let saidAt = Number.NEGATIVE_INFINITY
  return async (at: Moved) => {
    const now = performance.now()
    if (now - saidAt < beatMs) return
    saidAt = now
    if (!(await store.beat(ctx.postgres.db, id, at, ctx.clock.now()))) stop.abort()
  }
}

function outcomeOf(ctx: Platform, error: unknown): Outcome {
  if (error instanceof FileRefused) return { end: 'refused', problem: error.problem, sentence: error.message }
  if (error instanceof SettingsError)
    return { end: 'refused', problem: problemOf('file_other', { reason: error.message }), sentence: error.message }
  const named = isRefusal(error) ? error : storeFailure(error)
  if (named && isFault(named)) return { end: 'away', sentence: errorMessage('en-US', named.error, named.detail) }
  ctx.log.error('an import failed', { cause: error })
  return { end: 'broke', problem: problemOf('import_failed') }
}
