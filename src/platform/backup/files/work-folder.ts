import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Below DATA_DIR. It has one file of an encrypted backup in clear at a time. */
export const workFolderName = '.backup'

/** An empty folder, also after an interruption. Disposing removes it. */
export async function freshWorkFolder(dataDir: string): Promise<AsyncDisposable & { path: string }> {
  const path = join(dataDir, workFolderName)
  const remove = () => rm(path, { recursive: true, force: true })
  await remove()
  await mkdir(path, { recursive: true, mode: 0o700 })
  return { path, [Symbol.asyncDispose]: remove }
}
