import { readFileSync } from 'node:fs'
import type { Log } from '../platform.ts'

/** Descriptors that the stores, files and answers of a process may use besides its connections. */
const reserveMin = 160
const reserveShare = 1 / 8
/** A limit below this is reported at the start: services and containers usually allow far more. */
export const descriptorsMin = 4_096
/** With fewer connections a start has no point, but it must still answer its health checks. */
const connectionsMin = 16
const wanted = { gateway: 20_000, site: 4_000 } as const

/** The number of files and sockets that this process may open; null where the system does not say. */
export function descriptorLimit(): number | null {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === '' ? null : Number(soft)
  } catch {
    return null
  }
}

/**
 * The connections that a role's server may accept: the limit of descriptors, less those of the stores and a reserve,
 * shared by the servers of the process. Above it, a connection could take a descriptor from a store.
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
