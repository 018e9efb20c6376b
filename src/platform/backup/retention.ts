import { dayMs } from '#src/contract/time.ts'

/** `newest`: the number of newest backups to keep. `days`: the number of days whose last backup is kept as well. */
export type KeepRule = { newest: number; days: number }

/** Returns the names to remove. `names`: all backups of a place, oldest first. */
export function expiredOf(names: readonly string[], { newest, days }: KeepRule, now: number): string[] {
  const oldest = new Date(now - days * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  const lastOfDay = new Map(names.map((name) => [name.slice(0, 8), name]))
  const stay = new Set(names.slice(-newest))
  for (const [day, name] of lastOfDay) if (days > 0 && day > oldest) stay.add(name)
  return names.filter((name) => !stay.has(name))
}
