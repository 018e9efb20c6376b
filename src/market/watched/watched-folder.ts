import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import { Leadership } from '#src/platform/leases/leadership.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { ensureCatalogue } from '../catalogue/install.ts'
import { importFile } from '../import/importers.ts'
import { isProcessed, noteProcessed, type ProcessedFile } from './watched-store.ts'

const polling = { everyMs: 5_000, failed: 'the folder of files to import could not be read' }
/** A file that did not change for this long counts as complete. */
const stillMs = 10_000
const endings = /\.(?:csv|csv\.gz|csv\.zst|parquet|dbn|dbn\.zst)$/i

/** Imports the files of a folder. Only one process at a time does so. */
export function leadWatching(ctx: Platform, folder: string): Promise<Leadership> {
  return Leadership.open(ctx, { name: 'import:folder' }, async (term) => {
    const watched = new WatchedFolder(ctx, folder)
    return every(ctx, polling, (signal) => watched.poll(AbortSignal.any([signal, term.signal])))
  })
}

/**
 * Processes each complete file of a folder once. The file moves to the subfolder `imported`, or to `refused` with a
 * text that gives the reason. A file that cannot be moved is remembered by its size and time. Refused rows wait in
 * quarantine, as with any import.
 */
export class WatchedFolder {
  readonly #ctx: Platform
  readonly #folder: string
  readonly #seen = new Map<string, ProcessedFile & { since: number }>()

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
      const [known, file] = [this.#seen.get(name), { name, bytes: found.size, modifiedAt: Math.floor(found.mtimeMs) }]
      const isSame = known?.bytes === file.bytes && known.modifiedAt === file.modifiedAt
      const since = isSame ? known.since : now
      this.#seen.set(name, { ...file, since })
      if (now - since >= stillMs && !(await isProcessed(this.#ctx.postgres.db, file))) await this.#process(file, signal)
    }
  }

  async #process(file: ProcessedFile, signal: AbortSignal): Promise<void> {
    const { log, postgres, clock } = this.#ctx
    const path = join(this.#folder, file.name)
    let failure: string | null = null
    try {
      const kind = kindOf(file.name)
      if (kind === null) throw new SettingsError(`${path}: its name does not say what it holds.`)
      await ensureCatalogue(this.#ctx)
      const { rows, accepted, quarantined } = await importFile(
        this.#ctx,
        kind,
        path,
        {},
        { signal, progress: () => {} },
      )
      log.info('a file of the folder was imported', { file: file.name, rows, accepted, quarantined })
    } catch (cause) {
      // A store that is unavailable says nothing about the file, so the file is processed later.
      if (signal.aborted || !(cause instanceof SettingsError)) throw cause
      failure = cause.message
      log.warn('a file of the folder was refused', { file: file.name, cause })
    }
    await noteProcessed(postgres.db, file, failure, clock.now())
    await this.#move(file.name, failure).catch((cause: unknown) =>
      log.warn('a file of the folder cannot be moved; it is remembered', { file: file.name, cause }),
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

function isFor(name: string): boolean {
  return endings.test(name) && !name.startsWith('.') && extname(name) !== ''
}

/** The kind of data that a file has, by its name; null when the name does not show it. */
function kindOf(name: string): ImportKind | null {
  if (/^symbols\b/i.test(name)) return 'symbols'
  if (/^factors-/i.test(name)) return 'factors'
  const bare = name.replace(endings, '')
  if (/-\d{8}$/.test(bare)) return 'ticks'
  return /-\d{1,2}[a-z]{1,3}$/i.test(bare) ? 'bars' : null
}
