import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Below DATA_DIR: a folder for files of a backup that is being made or restored, one unencrypted file at a time. */
export const workFolderName = '.backup'
/** Below DATA_DIR: the folder into which a rehearsal restores a backup. */
export const rehearsalName = '.rehearsal'
/** Below DATA_DIR: the prefix of folders with files of a bucket, for programs that read only files of the disk. */
export const readFolderPrefix = '.backup-read-'
export const isOfReading = (name: string): boolean => name.startsWith(readFolderPrefix)

/** Creates an empty folder; earlier content is removed. Disposing removes the folder. */
export async function freshWorkFolder(dataDir: string): Promise<AsyncDisposable & { path: string }> {
  const path = join(dataDir, workFolderName)
  const remove = () => rm(path, { recursive: true, force: true })
  await remove()
  await mkdir(path, { recursive: true, mode: 0o700 })
  return { path, [Symbol.asyncDispose]: remove }
}
