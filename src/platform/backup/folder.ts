import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '../data-dir/read-if-there.ts'
import { settle } from '../packed/packed-file.ts'
import { SettingsError } from '../settings.ts'
import { type Manifest, readManifest } from './manifest.ts'

/* A folder has the backups of one installation, each in a subfolder named after its time: 20260105T120000Z. */

export type Backup = { path: string; manifest: Manifest }

const unfinished = '.unfinished-'
const named = /^\d{8}T\d{6}Z(?:-\d+)?$/

/** Creates a new backup's temporary folder. `finish` renames it, so an interrupted backup never looks complete. */
export async function begin(folder: string, now: number): Promise<{ id: string; path: string }> {
  const time = `${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const existing = new Set(await namesIn(folder))
  let id = time
  for (let next = 2; existing.has(id); next += 1) id = `${time}-${next}`
  const path = join(folder, `${unfinished}${id}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return { id, path }
}

export async function finish(path: string, id: string): Promise<string> {
  const whole = join(dirname(path), id)
  for (const inner of await readdir(path, { recursive: true, withFileTypes: true }))
    if (inner.isDirectory()) await settle(join(inner.parentPath, inner.name))
  await settle(path)
  await rename(path, whole)
  await settle(dirname(path))
  return whole
}

/** Removes the remains of interrupted backups. The caller must ensure that no backup is running. */
export async function clearUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Removes the oldest backups beyond `count`, each renamed first to disappear as a whole. Returns their names. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const old = (await namesIn(folder)).slice(0, -count)
  for (const name of old) {
    const going = join(folder, `${unfinished}${name}`)
    await rename(join(folder, name), going)
    await rm(going, { recursive: true })
  }
  return old
}

export async function newestIn(folder: string): Promise<Backup | null> {
  const name = (await namesIn(folder)).at(-1)
  return name === undefined ? null : readBackup(join(folder, name))
}

/** The backup at `path`, or the newest backup in that folder. */
export async function openBackup(path: string): Promise<Backup> {
  const found = (await readBackup(path)) ?? (await newestIn(path))
  if (!found) throw new SettingsError(`There is no backup in ${path}.`)
  return found
}

async function readBackup(path: string): Promise<Backup | null> {
  const manifest = basename(path).startsWith(unfinished) ? null : await readManifest(path)
  return manifest && { path, manifest }
}

/** Names of the backups, oldest first. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT') || hasCode(cause, 'ENOTDIR')) return []
    throw cause
  })
  return names.filter((name) => named.test(name)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}
