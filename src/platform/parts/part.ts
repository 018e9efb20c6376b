import type pg from 'pg'
import type { Role } from '../settings.ts'

/** The processes of a start on one machine: pages never delay a customer's data. `docs/decisions/017-two-parts.md`. */
export const partRoles = {
  data: ['gateway', 'feed'],
  site: ['site', 'payments'],
} as const satisfies Record<string, readonly Role[]>

export type PartName = keyof typeof partRoles
export const partNames = Object.keys(partRoles) as PartName[]

/** Where a part finds the stores that another process of the same start holds. */
export type Part = {
  name: PartName
  /** The embedded PostgreSQL; null with `DATABASE_URL`. */
  postgres: pg.ClientConfig | null
  /** Of the stores that the part with the data serves the other one. */
  storesPath: string
}

export type ToPart =
  | ({ kind: 'begin' } & Part)
  | { kind: 'stop' }
  | { kind: 'neighbour'; isUp: boolean }
  | { kind: 'metrics'; id: number }

export type FromPart =
  | { kind: 'progress'; line: string }
  | { kind: 'ready'; sitePort: number | null; gatewayPort: number | null }
  | { kind: 'metrics'; id: number; text: string }
