import { dayMs } from '#src/contract/time.ts'

/** `newest`: how many of the newest backups stay. `days`: days of which the last one stays as well. */
export type KeepRule = { newest: number; days: number }

/** The names that no longer stay. `names`: all of a place, oldest first. */
export function expiredOf(names: readonly string[], { newest, days }: KeepRule, now: number): string[] {
  const oldest = new Date(now - days * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  const lastOfDay = new Map(names.map((name) => [name.slice(0, 8), name]))
  const stay = new Set(names.slice(-newest))
  for (const [day, name] of lastOfDay) if (days > 0 && day > oldest) stay.add(name)
  return names.filter((name) => !stay.has(name))
}
