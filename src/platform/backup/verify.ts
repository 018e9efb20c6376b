import { Measuring } from '../packed/measuring.ts'
import type { FileForm, StoredFile } from '../packed/packed-file.ts'
import { SettingsError } from '../settings.ts'
import type { OpenedBackup } from './encrypted-backup.ts'
import { bytesOf, filesOf } from './places/manifest.ts'
import { FileMissing } from './places/place.ts'

export type VerifiedPart = {
  name: 'postgres' | 'clickhouse' | 'files'
  files: number
  rows: number
  bytes: number
  /** One sentence for each damaged file. */
  faults: string[]
}

/** A file did not arrive from the place of the backup, so whether it is damaged is unknown. */
export class NotFetched extends SettingsError {}

const forms = { postgres: 'copy', clickhouse: 'native', files: 'plain' } as const satisfies Record<string, FileForm>

/**
 * Opens every file of a backup, counts its rows and compares its checksum. For an encrypted backup without identities
 * it compares only the checksums. Throws `NotFetched`.
 */
export async function verifyBackup(
  backup: OpenedBackup,
  signal: AbortSignal,
  said: (done: number, of: number) => void,
): Promise<VerifiedPart[]> {
  const { manifest, identities } = backup
  await using measuring = new Measuring()
  const parts = filesOf(manifest)
  const count = Object.values(parts).reduce((sum, files) => sum + files.length, 0)
  const verified: VerifiedPart[] = []
  let done = 0
  for (const name of ['postgres', 'clickhouse', 'files'] as const) {
    const files = parts[name]
    const faults: string[] = []
    for (const file of files) {
      signal.throwIfAborted()
      const isClosed = manifest.encryptedTo.length > 0 && identities === null
      const fault = await faultOf(measuring, backup, file, { form: isClosed ? 'plain' : forms[name], identities })
      if (fault !== null) faults.push(`${file.path} ${fault}`)
      done += 1
      said(done, count)
    }
    const rows = files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
    verified.push({ name, files: files.length, rows, bytes: bytesOf(files), faults })
  }
  return verified
}

type Reading = { form: FileForm; identities: readonly string[] | null }

async function faultOf(
  measuring: Measuring,
  backup: OpenedBackup,
  file: StoredFile,
  { form, identities }: Reading,
): Promise<string | null> {
  const local = await backup.local(file).catch((cause: unknown) => {
    if (cause instanceof FileMissing) return null
    throw new NotFetched(`${file.path} could not be fetched: ${messageOf(cause)}`, { cause })
  })
  if (local === null) return 'is missing'
  await using _fetched = local
  const found = await measuring.measure(local.path, form, identities).catch(messageOf)
  if (typeof found === 'string') return `cannot be read: ${found}`
  if (found.sha256 !== file.sha256) return 'was changed: its sum is another one'
  if (form !== 'plain' && found.rows !== file.rows) return `holds ${found.rows} rows instead of ${file.rows}`
  return null
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
