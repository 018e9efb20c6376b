import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decrypted, decrypterOf } from '../packed/age.ts'
import { SettingsError } from '../settings.ts'
import type { Backup } from './folder.ts'
import { filesOf } from './manifest.ts'

/** A backup and what opens its files: identities of age; null for a backup that is not encrypted. */
export type OpenedBackup = Backup & { identities: readonly string[] | null }

/** Reads the identities in the text of a file that age-keygen wrote. */
export function identitiesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Refuses a missing identity, or one of another backup, before anything else happens. */
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
    const content = await decrypted(createReadStream(join(backup.path, first.path)), identities).catch(
      (cause: unknown) => {
        throw new SettingsError(
          `The private key of --identity does not open the backup ${backup.path}, which is encrypted to ${backup.manifest.encryptedTo.join(', ')}.`,
          { cause },
        )
      },
    )
    content.destroy()
  }
  return { ...backup, identities }
}

/** The content of a file of a backup, decrypted. */
export async function contentOf({ path, identities }: OpenedBackup, file: string): Promise<Readable> {
  const stored = createReadStream(join(path, file))
  return identities === null ? stored : decrypted(stored, identities)
}

/** A file of a backup for a program that reads files only. An encrypted one is decrypted into `workFolder` meanwhile. */
export async function plainFile(
  backup: OpenedBackup,
  file: string,
  workFolder: string,
): Promise<AsyncDisposable & { path: string }> {
  if (backup.identities === null) return { path: join(backup.path, file), async [Symbol.asyncDispose]() {} }
  const path = join(workFolder, basename(file, '.age'))
  await writePlain(backup, file, path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

export async function writePlain(backup: OpenedBackup, file: string, to: string): Promise<void> {
  await pipeline(await contentOf(backup, file), createWriteStream(to, { mode: 0o600 }))
}
