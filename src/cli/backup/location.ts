import { backupSettings } from '#src/platform/backup/places/settings.ts'
import { type Settings, SettingsError } from '#src/platform/settings.ts'
import { one } from '../terminal/arguments.ts'

/** The location that a command names, else BACKUP_TO. */
export function usualLocation(settings: Settings, positionals: readonly string[], usage: string): string {
  if (positionals.length > 0) return one(positionals, usage)
  const { to } = settings.of(backupSettings)
  if (to === null) throw new SettingsError(`Name a place, or set BACKUP_TO. Usage: ${usage}`)
  return to
}
