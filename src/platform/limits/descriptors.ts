import { readFileSync } from 'node:fs'
import type { Log } from '../platform.ts'

/** Descriptors that a process needs besides its connections: for stores and files. */
const reserveMin = 160
const reserveShare = 1 / 8
/** A lower limit is reported at the start. Services and containers usually allow far more. */
export const descriptorsMin = 4_096
/** Accepted even if the limit leaves fewer connections: a process must at least answer its health checks. */
const connectionsMin = 16
const wanted = { gateway: 20_000, site: 4_000 } as const

/** The number of files and sockets that this process may open; null if it is unknown or unlimited. */
export function descriptorLimit(): number | null {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === '' ? null : Number(soft)
  } catch {
    return null
  }
}

/**
 * The connections that a role's server may accept: the limit of descriptors minus a reserve for stores and files,
 * divided among the servers of the process. One connection more could take a descriptor from a store.
 */
export function connectionsMax(
  role: keyof typeof wanted,
  roles: readonly string[],
  limit: number | null = descriptorLimit(),
): number {
  if (limit === null) return wanted[role]
  const all = roles.includes('gateway') && roles.includes('site') ? wanted.gateway + wanted.site : wanted[role]
  const left = limit - Math.max(reserveMin, Math.floor(limit * reserveShare))
  return Math.min(wanted[role], Math.max(connectionsMin, Math.floor((left * wanted[role]) / all)))
}

export function warnOfFewDescriptors(log: Log, limit: number | null = descriptorLimit()): void {
  if (limit === null || limit >= descriptorsMin) return
  log.warn(
    `This process may open only ${limit} files, so it accepts few connections. Raise the limit to 65536: "ulimit -n", LimitNOFILE of systemd, or "ulimits" of a container.`,
  )
}
