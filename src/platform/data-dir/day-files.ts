import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Below DATA_DIR: day files, which are made again on request. Backups leave them out. */
export const dayFilesName = 'day-files'

/** Removes the finished day files, so that data which cannot be made again gets their space. */
export async function removeDayFiles(dataDir: string): Promise<void> {
  const folder = join(dataDir, dayFilesName)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (!name.endsWith('.part')) await rm(join(folder, name), { force: true })
}
