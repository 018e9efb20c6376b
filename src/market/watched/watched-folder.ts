import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Problem } from '#src/contract/errors.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { Leadership } from '#src/platform/leases/leadership.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { runNext } from '../import-queue/import-queue.ts'
import { phaseAfter } from '../import-queue/job.ts'
import { insertJob, type Job, jobOfFile } from '../import-queue/job-store.ts'

const polling = { everyMs: 5_000, failed: 'the folder of files to import could not be read' }
/** A file that has not changed for this time counts as complete. */
const stillMs = 10_000
const endings = /\.(?:csv|csv\.gz|csv\.zst|parquet|dbn|dbn\.zst)$/i

type FolderFile = { name: string; bytes: number; modifiedAt: number }

/** Imports the files of a folder, in one process at a time. */
export function leadWatching(ctx: Platform, folder: string): Promise<Leadership> {
  return Leadership.open(ctx, { name: 'import:folder' }, async (term) => {
    const watched = new WatchedFolder(ctx, folder)
    return every(ctx, polling, (signal) => watched.poll(AbortSignal.any([signal, term.signal])))
  })
}

/**
 * Processes each complete file of a folder once. The file moves to the subfolder `imported`, or to `refused` with a
 * text that states the reason. A file that cannot be moved is remembered by its size and time; a file that changed
 * during its import stays, and is processed again. Refused rows are quarantined, as in any import.
 */
export class WatchedFolder {
  readonly #ctx: Platform
  readonly #folder: string
  readonly #seen = new Map<string, FolderFile & { since: number }>()

  constructor(ctx: Platform, folder: string) {
    this.#ctx = ctx
    this.#folder = folder
  }

  async poll(signal: AbortSignal): Promise<void> {
    const now = this.#ctx.clock.now()
    const names = (await readdir(this.#folder, { withFileTypes: true })).filter(
      (one) => one.isFile() && isFor(one.name),
    )
    for (const name of this.#seen.keys()) if (!names.some((one) => one.name === name)) this.#seen.delete(name)
    for (const { name } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (signal.aborted) return
      const found = await stat(join(this.#folder, name)).catch(() => null)
      if (!found) continue
      const [known, file] = [this.#seen.get(name), fileOf(name, found)]
      const since = known && isSame(known, file) ? known.since : now
      this.#seen.set(name, { ...file, since })
      if (now - since >= stillMs) await this.#process(file, signal)
    }
  }

  async #process(file: FolderFile, signal: AbortSignal): Promise<void> {
    const { log } = this.#ctx
    const job = await this.#jobOf(file)
    if (job === null) return
    const ran = await runNext(this.#ctx, { id: job.id }, async () => join(this.#folder, file.name), {
      ...{ signal, progress: () => {} },
    })
    const ended = ran && phaseAfter(ran.outcome, ran.job.attempts)
    if (ran === null || ended === null || ended.phase === 'ready') return
    if (ran.outcome.end === 'done') {
      const { rows, accepted, quarantined } = ran.outcome.report
      log.info('a file of the folder was imported', { file: file.name, rows, accepted, quarantined })
    }
    await this.#putAway(file, ended.phase === 'failed' ? ended.problem : null)
  }

  /** The job of a file; null if this content was imported or refused before. */
  async #jobOf({ name, bytes, modifiedAt }: FolderFile): Promise<Job | null> {
    const { db } = this.#ctx.postgres
    const known = await jobOfFile(db, { name, bytes, modifiedAt })
    if (known) return known.phase === 'done' || known.phase === 'failed' ? null : known
    const job = { source: 'folder', kind: kindOf(name), file: name, flags: {}, bytes, modifiedAt } as const
    return insertJob(db, { ...job, by: null, path: join(this.#folder, name) }, this.#ctx.clock.now())
  }

  async #putAway(file: FolderFile, problem: Problem | null): Promise<void> {
    const { log } = this.#ctx
    const { name } = file
    const found = await stat(join(this.#folder, name)).catch(() => null)
    if (found && !isSame(fileOf(name, found), file)) {
      log.info('a file of the folder changed during its import; it is imported again', { file: name })
      return
    }
    const failure = problem && `${join(this.#folder, name)}: ${problemMessage('en-US', problem)}`
    if (failure !== null) log.warn('a file of the folder was refused', { file: name, failure })
    await this.#move(name, failure).catch((cause: unknown) =>
      log.warn('a file of the folder cannot be moved; it is remembered', { file: name, cause }),
    )
  }

  async #move(name: string, failure: string | null): Promise<void> {
    const folder = join(this.#folder, failure === null ? 'imported' : 'refused')
    await mkdir(folder, { recursive: true })
    const isThere = await stat(join(folder, name)).catch(() => null)
    const target = join(folder, isThere ? `${this.#ctx.clock.now()}-${name}` : name)
    await rename(join(this.#folder, name), target)
    if (failure !== null) await writeFile(`${target}.txt`, `${failure}\n`)
  }
}

function fileOf(name: string, { size, mtimeMs }: { size: number; mtimeMs: number }): FolderFile {
  return { name, bytes: size, modifiedAt: Math.floor(mtimeMs) }
}

function isSame(one: FolderFile, other: FolderFile): boolean {
  return one.bytes === other.bytes && one.modifiedAt === other.modifiedAt
}

function isFor(name: string): boolean {
  return endings.test(name) && !name.startsWith('.') && extname(name) !== ''
}

/** The kind of data in a file, by its name. */
function kindOf(name: string): ImportKind {
  if (/^symbols\b/i.test(name)) return 'symbols'
  if (/^factors-/i.test(name)) return 'factors'
  return /-\d{8}$/.test(name.replace(endings, '')) ? 'ticks' : 'bars'
}
