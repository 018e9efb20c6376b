import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { identitiesIn } from '#src/platform/backup/encrypted-backup.ts'
import type { CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

export const identityOption = { identity: { type: 'string' } } as const

/** The private keys in the file of `--identity`; null without that option. */
export function readIdentities(io: CommandIo, file: string | undefined): string[] | null {
  if (file === undefined) return null
  const path = resolve(io.cwd, file)
  try {
    return identitiesIn(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new SettingsError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}.`)
  }
}
