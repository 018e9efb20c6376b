import { join } from 'node:path'
import { createKeyring } from '../data-dir/keyring.ts'
import { readIfThere } from '../data-dir/read-if-there.ts'
import { SettingsError } from '../settings.ts'
import { ringMark } from './create.ts'
import { copyFiles, dataFiles } from './data-files.ts'
import type { Backup } from './folder.ts'

export type FilesTarget = {
  dataDir: string /** The value of `KEYRING`; null: the ring is a file of DATA_DIR. */
  ring: string | null
}

/**
 * Refuses a DATA_DIR with files, and a key ring other than that of the backup. `isBegun`: the files are of an
 * interrupted restore, so they are accepted.
 */
export async function assertFilesFree(
  { path, manifest }: Backup,
  target: FilesTarget,
  isBegun: boolean,
): Promise<void> {
  if (target.ring !== null && ringMark(createKeyring(target.ring)) !== manifest.ringMark)
    throw new SettingsError(
      `KEYRING is not the key ring of this backup. Set it to the content of ${join(path, 'keyring')}.`,
    )
  if (isBegun) return
  const [other] = await dataFiles(target.dataDir)
  const hasRing = (await readIfThere(join(target.dataDir, 'keyring'))) !== null
  if (other === undefined && !hasRing) return
  throw new SettingsError(
    `${join(target.dataDir, other ?? 'keyring')} is there already. A restore needs an empty DATA_DIR: set it to a new folder.`,
  )
}

/** The key ring is not written where `KEYRING` is set. */
export async function restoreFiles({ path, manifest }: Backup, { dataDir, ring }: FilesTarget): Promise<void> {
  const inner = manifest.files.map((file) => file.path).filter((file) => file.startsWith('data/'))
  await copyFiles(
    join(path, 'data'),
    dataDir,
    inner.map((file) => file.slice('data/'.length)),
  )
  if (ring === null) await copyFiles(path, dataDir, ['keyring'])
}
