import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Below DATA_DIR. It has one file of a backup that is being made, in clear, at a time. */
export const workFolderName = '.backup'
/** Below DATA_DIR. A rehearsal restores a backup into it. */
export const rehearsalName = '.rehearsal'
/** Below DATA_DIR: the beginning of the names of folders for files of a bucket that a program must read from the disk. */
export const readFolderPrefix = '.backup-read-'
export const isOfReading = (name: string): boolean => name.startsWith(readFolderPrefix)

/** An empty folder, also after an interruption. Disposing removes it. */
export async function freshWorkFolder(dataDir: string): Promise<AsyncDisposable & { path: string }> {
  const path = join(dataDir, workFolderName)
  const remove = () => rm(path, { recursive: true, force: true })
  await remove()
  await mkdir(path, { recursive: true, mode: 0o700 })
  return { path, [Symbol.asyncDispose]: remove }
}
