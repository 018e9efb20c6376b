import type { DataClass } from '#src/contract/privacy/personal-data.ts'
import type { Tx } from './platform.ts'

/** What a column says about a person; `plain` says nothing. `withheld` ones (secrets, digests, inner numbers) are not exported. */
export type ColumnClass = 'plain' | DataClass | `${DataClass}, withheld`

/** An account whose data is exported or erased, with everything that its rows are found by. */
export type Person = {
  accountId: string
  /** Proven addresses that belong to no other account. */
  addresses: readonly string[]
  /** Revoked keys too. */
  keyIds: readonly string[]
  /** Ids that limits and reminders count by: of keys, and the account's own for its integrated key. */
  allowanceIds: readonly string[]
  orderNos: readonly string[]
  /** Of the account, and of visitors with its addresses. */
  ticketIds: readonly string[]
}

/** A row belongs to a person when one of `columns` holds one of their values. */
export type Whose = { by: keyof Person; columns: readonly string[] }

/** How the deletion of an account treats its rows. `keeps` names what remains, and why. */
export type Deletion =
  | { how: 'delete'; except?: string }
  /** Columns and the SQL expressions that they are set to. */
  | { how: 'erase'; set: Readonly<Record<string, string>>; keeps: string }
  | { how: 'own'; erase: (tx: Tx, person: Person) => Promise<void>; keeps: string }
  | { how: 'keep'; keeps: string }

/** Where "my data" shows the rows: as they are, in a part that a domain writes itself, or nowhere, and why. */
export type Exported = { rows: string } | { part: string } | { nowhere: string }

/** Rows older than `days` by `column` are deleted; `only` narrows it. */
export type Retention = { column: string; days: number; only?: string }

type Columns = Readonly<Record<string, ColumnClass>>

/** One table of PostgreSQL or ClickHouse: every column is classified, and who adds one adds its line here. */
export type TableRecord = {
  table: string
  columns: Columns
  retention?: readonly Retention[]
  personal?: { whose: Whose; deletion: Deletion; exported: Exported }
}

export function plainTable(table: string, columns: string, retention?: readonly Retention[]): TableRecord {
  const classes: Columns = Object.fromEntries(columns.split(/\s+/).map((column) => [column, 'plain'] as const))
  return { table, columns: classes, ...(retention ? { retention } : {}) }
}
