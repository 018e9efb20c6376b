import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Below DATA_DIR: day files, which are made again when a client requests them. Backups leave them out. */
export const dayFilesName = 'day-files'

/** Removes the finished day files, to free space for data that cannot be made again. */
export async function removeDayFiles(dataDir: string): Promise<void> {
  const folder = join(dataDir, dayFilesName)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (!name.endsWith('.part')) await rm(join(folder, name), { force: true })
}
