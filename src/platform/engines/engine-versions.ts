import { SettingsError } from '../settings.ts'

/** The oldest versions that support the statements and commands of the product. */
export const oldestVersions = { PostgreSQL: '15', ClickHouse: '24.3', Redis: '6.2' } as const

type Engine = keyof typeof oldestVersions

const urlOf: Record<Engine, string> = {
  PostgreSQL: 'DATABASE_URL',
  ClickHouse: 'CLICKHOUSE_URL',
  Redis: 'REDIS_URL',
}

/** Refuses an engine that is too old, before it gets a statement that it does not understand. */
export function assertVersion(engine: Engine, version: string): void {
  const oldest = oldestVersions[engine]
  if (isAtLeast(version, oldest)) return
  const setting = urlOf[engine]
  const embedded = engine === 'Redis' ? 'in one process it is not needed' : 'Tapewire then runs its own'
  throw new SettingsError(
    `${engine} at ${setting} is version ${version || 'unknown'}; Tapewire needs ${oldest} or newer. Upgrade it, or leave ${setting} out: ${embedded}.`,
  )
}

function isAtLeast(version: string, oldest: string): boolean {
  const [has, needs] = [version, oldest].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  const [major = 0, minor = 0] = has ?? []
  const [majorMin = 0, minorMin = 0] = needs ?? []
  return major > majorMin || (major === majorMin && minor >= minorMin)
}
