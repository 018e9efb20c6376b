import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { hasCode } from '../data-dir/read-if-there.ts'

/** Files that are not backed up: a start creates them again, or a store's own backup has them. */
const left = /^(?:postgres|clickhouse|lock|keyring)\b|\.(?:sock|pid)$/

/**
 * The files of DATA_DIR to back up, as relative paths: uploads, refused import rows and the operator's texts. Stores
 * and locks are left out.
 */
export async function dataFiles(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await entriesOf(dataDir)) {
    if (left.test(entry.name)) continue
    const inner = entry.isDirectory() ? await entriesOf(join(dataDir, entry.name), true) : [entry]
    for (const file of inner) if (file.isFile()) found.push(relative(dataDir, join(file.parentPath, file.name)))
  }
  return found.sort()
}

async function entriesOf(folder: string, recursive = false) {
  return readdir(folder, { recursive, withFileTypes: true }).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return []
    throw cause
  })
}

/** Copies files and returns those that existed, because a finished import may remove its file at any time. */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<string[]> {
  const copied: string[] = []
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    try {
      await copyFile(join(from, path), join(to, path))
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) continue
      throw cause
    }
    await chmod(join(to, path), 0o600)
    copied.push(path)
  }
  return copied
}
