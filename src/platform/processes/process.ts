import type pg from 'pg'
import type { Role } from '../settings.ts'

/** The processes of a start on one machine: pages never delay a customer's data. `docs/decisions/017-two-processes.md`. */
export const processRoles = {
  data: ['gateway', 'feed'],
  site: ['site', 'payments'],
} as const satisfies Record<string, readonly Role[]>

export type ProcessName = keyof typeof processRoles
export const processNames = Object.keys(processRoles) as ProcessName[]

/** Where a part finds the stores that another process of the same start holds. */
export type ChildConfig = {
  name: ProcessName
  /** The embedded PostgreSQL; null with `DATABASE_URL`. */
  postgres: pg.ClientConfig | null
  /** Of the stores that the part with the data serves the other one. */
  storesPath: string
}

export type SupervisorMessage =
  | ({ kind: 'begin' } & ChildConfig)
  | { kind: 'stop' }
  | { kind: 'neighbour'; isUp: boolean }
  | { kind: 'metrics'; id: number }

export type ChildMessage =
  | { kind: 'progress'; line: string }
  | { kind: 'ready'; sitePort: number | null; gatewayPort: number | null }
  | { kind: 'metrics'; id: number; text: string }
