import { fork } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { placeAt } from '#src/platform/backup/places/open-place.ts'
import { openBackup } from '#src/platform/backup/places/place.ts'
import { rehearsalName } from '#src/platform/backup/places/work-folder.ts'
import { noteRehearsal } from '#src/platform/backup/records.ts'
import { mainFile } from '#src/platform/installation/project-root.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'

/** `folder`: an empty folder. `name` null: the newest backup of the location. */
export type RehearsalOrder = {
  folder: string
  location: string
  name: string | null
  identities: readonly string[] | null
}

/**
 * `begun`: the backup has been opened, so later failures count as faults of the backup, unless a file of it did not
 * arrive (`isFetched` false).
 */
export type RehearsalMessage =
  | { kind: 'begun'; id: string }
  | { kind: 'progress'; line: string }
  | { kind: 'done'; tables: number; history: number; files: number }
  | { kind: 'failed'; sentence: string; isFetched: boolean }

export type Rehearsed = { id: string; tables: number; history: number; files: number }

type Rehearsing = Omit<RehearsalOrder, 'folder'> & { signal: AbortSignal; progress: (line: string) => void }

/**
 * Restores a backup into a folder below DATA_DIR, in a separate process, counts the restored rows, and removes them.
 * Records the result with the backup. Throws if the backup cannot be restored.
 */
export async function rehearseRestore(ctx: Platform, { signal, progress, ...order }: Rehearsing): Promise<Rehearsed> {
  const folder = join(ctx.settings.dataDir, rehearsalName)
  await mkdir(folder, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
    throw new SettingsError(`${folder} exists: a rehearsal is under way. If none is, remove the folder.`)
  })
  try {
    const { begun, end } = await inProcess({ ...order, folder }, { signal, progress })
    signal.throwIfAborted()
    const fault = end?.kind === 'done' ? null : (end?.sentence ?? 'the process of the rehearsal ended')
    // A process that ended without a result, or a file that did not arrive, is no fault of the backup.
    const isKnown = end !== null && (end.kind === 'done' || end.isFetched)
    if (begun !== null && isKnown) await noteOn(ctx, order, begun, fault)
    if (end?.kind !== 'done' || begun === null) throw new SettingsError(`The rehearsal failed: ${fault}`)
    return { id: begun, tables: end.tables, history: end.history, files: end.files }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type End = Extract<RehearsalMessage, { kind: 'done' | 'failed' }>

async function inProcess(
  order: RehearsalOrder,
  { signal, progress }: Pick<Rehearsing, 'signal' | 'progress'>,
): Promise<{ begun: string | null; end: End | null }> {
  const child = fork(mainFile, ['--part=rehearsal'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let begun: string | null = null
  let end: End | null = null
  child.on('message', (message: RehearsalMessage) => {
    if (message.kind === 'progress') progress(message.line)
    else if (message.kind === 'begun') begun = message.id
    else end = message
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  child.send(order, () => {})
  // A process that cannot be started emits only `error`, which would end this process if nobody listened.
  await new Promise((resolve) => child.on('error', resolve).once('close', resolve))
  signal.removeEventListener('abort', stop)
  return { begun, end }
}

async function noteOn(
  ctx: Platform,
  { location }: Pick<RehearsalOrder, 'location'>,
  id: string,
  fault: string | null,
): Promise<void> {
  await using place = await placeAt(ctx, location)
  await noteRehearsal(ctx, await openBackup(place, id), fault)
}
