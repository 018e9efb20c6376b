import { createReadStream } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Measure, StoredFile } from '../../packed/packed-file.ts'
import { SettingsError } from '../../settings.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** A stored file of a backup on this machine, until disposal. */
export type LocalFile = AsyncDisposable & { path: string }

/** A file that the place of a backup does not have. */
export class FileMissing extends Error {}

/** A finished backup. `path`: the address of the backup, as shown to people. */
export type Backup = {
  path: string
  /** The address of the place that has the backup, as shown to people. */
  location: string
  manifest: Manifest
  read(file: StoredFile): Promise<Readable>
  /** Makes a file available to a program that reads only files of the disk. Throws `FileMissing`. */
  local(file: StoredFile): Promise<LocalFile>
}

/** A backup that is being written. `names` lists it only after `finish`. */
export interface BegunBackup {
  readonly id: string
  /** The path at which to write a file; null: write the file elsewhere and pass it to `take`. */
  pathOf(file: string): string | null
  take(file: string, from: string, measured: Measure): Promise<void>
  /** Adds files that an earlier backup has. False when a file is missing or truncated. */
  reuse(earlier: Backup, files: readonly StoredFile[]): Promise<boolean>
  remove(file: string): Promise<void>
  finish(manifest: Manifest): Promise<Backup>
  abandon(): Promise<void>
}

/** The place of one installation's backups. Each backup is named after its time: 20260105T120000Z. */
export interface BackupPlace extends AsyncDisposable {
  /** The place as shown to people, without secrets. */
  readonly location: string
  /** The folder on this machine; null for a bucket. */
  readonly folder: string | null
  /** The names of the backups, oldest first. */
  names(): Promise<string[]>
  open(name: string): Promise<Backup | null>
  /**
   * Begins a backup, and removes the remains of interrupted backups. The caller must ensure that no other backup is
   * running.
   */
  begin(now: number): Promise<BegunBackup>
  /** Removes backups, and files that no other backup has. */
  remove(names: readonly string[]): Promise<void>
}

export async function newestIn(place: BackupPlace): Promise<Backup | null> {
  const name = (await place.names()).at(-1)
  return name === undefined ? null : place.open(name)
}

/** The backup `name`, or the newest backup. */
export async function openBackup(place: BackupPlace, name: string | null): Promise<Backup> {
  const found = name === null ? await newestIn(place) : await place.open(name)
  if (!found) throw new SettingsError(`There is no backup in ${place.location}.`)
  return found
}

const named = /^\d{8}T\d{6}Z(?:-\d+)?$/

export const isBackupName = (name: string): boolean => named.test(name)

export function inOrder(names: readonly string[]): string[] {
  return names.filter(isBackupName).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** A name for a backup made at `now` that differs from all `existing` names. */
export function nameOf(now: number, existing: readonly string[]): string {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  let name = time
  for (let next = 2; existing.includes(name); next += 1) name = `${time}-${next}`
  return name
}

export const isBucketAddress = (location: string): boolean => location.startsWith('s3:')

/**
 * The place at a location, and the name of the backup if the location is a single backup, such as
 * `/backups/20260105T120000Z`.
 */
export async function locate(location: string, cwd: string): Promise<{ place: string; name: string | null }> {
  if (!isBucketAddress(location)) {
    const path = resolve(cwd, location)
    const isBackup = (await readManifest(path)) !== null && !basename(path).startsWith('.')
    return isBackup ? { place: dirname(path), name: basename(path) } : { place: path, name: null }
  }
  const [, path = '', last = '', query = ''] = /^([^?]*?)\/?([^/?]*)\/?(\?.*)?$/.exec(location) ?? []
  return isBackupName(last) ? { place: `${path}${query}`, name: last } : { place: location, name: null }
}

export const localReader = (folder: string): Pick<Backup, 'read' | 'local'> => ({
  read: async ({ path }) => createReadStream(join(folder, path)),
  local: async ({ path }) => ({ path: join(folder, path), async [Symbol.asyncDispose]() {} }),
})
