import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeyring } from '../data-dir/keyring.ts'
import { readIfThere } from '../data-dir/read-if-there.ts'
import { SettingsError } from '../settings.ts'
import { ringMark } from './create.ts'
import { type OpenedBackup, writePlain } from './encrypted-backup.ts'
import { dataFiles } from './files/data-files.ts'
import type { Manifest } from './places/manifest.ts'
import type { Backup } from './places/place.ts'

export type FilesTarget = {
  dataDir: string
  /** The value of `KEYRING`; null: the ring is a file of DATA_DIR. */
  ring: string | null
}

/**
 * Refuses a DATA_DIR with files, and a key ring that is not the backup's. `isBegun`: an interrupted restore left the
 * files, so they are accepted.
 */
export async function assertFilesFree(
  { path, manifest }: Backup,
  target: FilesTarget,
  isBegun: boolean,
): Promise<void> {
  const right = ringOf(manifest)
    ? `the content of the file keyring of ${path}`
    : 'that of the installation that it is of'
  if (target.ring === null && !ringOf(manifest))
    throw new SettingsError(`This backup holds no key ring. Set KEYRING to ${right}.`)
  if (target.ring !== null && ringMark(createKeyring(target.ring)) !== manifest.ringMark)
    throw new SettingsError(`KEYRING is not the key ring of this backup. Set it to ${right}.`)
  if (isBegun) return
  const [other] = await dataFiles(target.dataDir)
  const hasRing = (await readIfThere(join(target.dataDir, 'keyring'))) !== null
  if (other === undefined && !hasRing) return
  throw new SettingsError(
    `${join(target.dataDir, other ?? 'keyring')} is there already. A restore needs an empty DATA_DIR: set it to a new folder.`,
  )
}

/** Where `KEYRING` is set, no key ring is written. */
export async function restoreFiles(backup: OpenedBackup, { dataDir, ring }: FilesTarget): Promise<void> {
  for (const file of backup.manifest.files) {
    const { path } = file
    const isRing = path === ringOf(backup.manifest)
    if (isRing && ring !== null) continue
    const plain = backup.identities === null ? path : path.replace(/\.age$/, '')
    const to = join(dataDir, isRing ? plain : plain.replace(/^data\//, ''))
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await writePlain(backup, file, to)
  }
}

/** The path of the key ring in a backup; undefined when the installation kept it in KEYRING. */
function ringOf({ files }: Manifest): string | undefined {
  return files.find(({ path }) => /^keyring(?:\.age)?$/.test(path))?.path
}
