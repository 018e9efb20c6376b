import type pg from 'pg'
import type { Role } from '../settings.ts'

/** Processes of one machine, so that pages never delay a customer's data: `docs/decisions/017-two-processes.md`. */
export const processRoles = {
  data: ['gateway', 'feed'],
  site: ['site', 'payments'],
} as const satisfies Record<string, readonly Role[]>

export type ProcessName = keyof typeof processRoles
export const processNames = Object.keys(processRoles) as ProcessName[]

/** The configuration of a child process: where it finds the stores that other processes of the same start hold. */
export type ChildConfig = {
  name: ProcessName
  /** The connection to the embedded PostgreSQL; null with `DATABASE_URL`. */
  postgres: pg.ClientConfig | null
  /** Path of the socket on which the data process serves its stores to the site process. */
  storesPath: string
}

/** The addresses of the stores that a process holds or uses. */
export type StoreAddresses = Omit<ChildConfig, 'name'>

export type SupervisorMessage =
  | ({ kind: 'begin' } & ChildConfig)
  | { kind: 'stop' }
  | { kind: 'neighbour'; isUp: boolean }
  /** A line about the progress of another process of the same start. */
  | { kind: 'progress'; line: string }
  | { kind: 'metrics'; id: number }

export type ChildMessage =
  | { kind: 'progress'; line: string }
  /** Sent once a second, unless the event loop is held. `work`: the route or job that was named last. */
  | { kind: 'alive'; work: string | null }
  | { kind: 'ready'; sitePort: number | null; gatewayPort: number | null; sandboxLink: string | null }
  | { kind: 'metrics'; id: number; text: string }
