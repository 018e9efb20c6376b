import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decrypted, decrypterOf } from '../packed/age.ts'
import type { StoredFile } from '../packed/packed-file.ts'
import { SettingsError } from '../settings.ts'
import { filesOf } from './places/manifest.ts'
import type { Backup, LocalFile } from './places/place.ts'

/** A backup, and the identities of `age` that decrypt its files; null for a backup that is not encrypted. */
export type OpenedBackup = Backup & { identities: readonly string[] | null }

/** Reads the identities in the text of a file that `age-keygen` wrote. */
export function identitiesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Throws if the backup is encrypted and the identities are missing, or cannot decrypt it. */
export async function openEncrypted(backup: Backup, identities: readonly string[] | null): Promise<OpenedBackup> {
  if (backup.manifest.encryptedTo.length === 0) return { ...backup, identities: null }
  if (identities === null)
    throw new SettingsError(
      `The backup ${backup.path} is encrypted. Name the file of its private key with --identity <file>.`,
    )
  await decrypterOf(identities).catch((cause: unknown) => {
    throw new SettingsError('The file of --identity holds no private key of age, such as AGE-SECRET-KEY-1….', { cause })
  })
  const [first] = Object.values(filesOf(backup.manifest)).flat()
  if (first) {
    const content = await decrypted(await backup.read(first), identities).catch((cause: unknown) => {
      throw new SettingsError(
        `The private key of --identity does not open the backup ${backup.path}, which is encrypted to ${backup.manifest.encryptedTo.join(', ')}.`,
        { cause },
      )
    })
    content.destroy()
  }
  return { ...backup, identities }
}

/** The content of a file of a backup, decrypted. */
export async function contentOf(backup: OpenedBackup, file: StoredFile): Promise<Readable> {
  const stored = await backup.read(file)
  return backup.identities === null ? stored : decrypted(stored, backup.identities)
}

/**
 * A file of a backup for a program that reads only files. An encrypted file is decrypted into `workFolder` until
 * disposal.
 */
export async function plainFile(backup: OpenedBackup, file: StoredFile, workFolder: string): Promise<LocalFile> {
  if (backup.identities === null) return backup.local(file)
  const path = join(workFolder, basename(file.path, '.age'))
  await writePlain(backup, file, path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

export async function writePlain(backup: OpenedBackup, file: StoredFile, to: string): Promise<void> {
  await pipeline(await contentOf(backup, file), createWriteStream(to, { mode: 0o600 }))
}
