import { chmod, copyFile, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { dayFilesName } from '../../data-dir/day-files.ts'
import { hasCode } from '../../data-dir/read-if-there.ts'
import { isOfReading, rehearsalName, workFolderName } from '../places/work-folder.ts'

/** Files to leave out: the product can make them again, the backup of a store has them, or the caller copies them. */
const left = /^(?:postgres|clickhouse|lock|keyring)\b|\.(?:sock|pid)$/
/** The image lets Node keep compiled code here. */
const compiledName = 'compiled'
const leftFolders = [workFolderName, dayFilesName, rehearsalName, compiledName]

/**
 * The files of DATA_DIR to back up, as relative paths, such as uploads, refused import rows and archived ticks. A folder
 * may be a link to another disk. Throws if that disk is not there.
 */
export async function dataFiles(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await entriesOf(dataDir)) {
    if (left.test(entry.name) || leftFolders.includes(entry.name) || isOfReading(entry.name)) continue
    const path = join(dataDir, entry.name)
    const isFolder = entry.isSymbolicLink() ? (await stat(path)).isDirectory() : entry.isDirectory()
    for (const file of isFolder ? await entriesOf(path, true) : [entry])
      if (file.isFile()) found.push(relative(dataDir, join(file.parentPath, file.name)))
  }
  return found.sort()
}

async function entriesOf(folder: string, recursive = false) {
  return readdir(folder, { recursive, withFileTypes: true }).catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return []
    throw cause
  })
}

export async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to)
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return
    throw cause
  }
  await chmod(to, 0o600)
}
