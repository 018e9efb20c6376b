import type { DataClass } from '#src/contract/privacy/personal-data.ts'
import type { Tx } from './platform.ts'

/** The personal data in a column; `plain`: none. `withheld` (secrets, digests, internal numbers): not exported. */
export type ColumnClass = 'plain' | DataClass | `${DataClass}, withheld`

/** An account whose data is exported or erased, with all values by which its rows are found. */
export type Person = {
  accountId: string
  /** Verified addresses that belong to no other account. */
  addresses: readonly string[]
  /** Ids of the account's keys, including revoked ones. */
  keyIds: readonly string[]
  /** Ids by which limits and reminders count: the ids of keys, and the account's id for its integrated key. */
  allowanceIds: readonly string[]
  orderNos: readonly string[]
  /** Tickets of the account, and of visitors with its addresses. */
  ticketIds: readonly string[]
}

/** A row belongs to a person if one of `columns` has a value of the person's field `by`. */
export type Whose = { by: keyof Person; columns: readonly string[] }

/** How the rows are treated when an account is deleted. `keeps`: the remaining data, and why it remains. */
export type Deletion =
  | { how: 'delete'; except?: string }
  /** Columns and the SQL expressions that they are set to. */
  | { how: 'erase'; set: Readonly<Record<string, string>>; keeps: string }
  | { how: 'own'; erase: (tx: Tx, person: Person) => Promise<void>; keeps: string }
  | { how: 'keep'; keeps: string }

/**
 * How "my data" shows the rows: unchanged, in a section that a domain writes itself, or not at all, with the reason.
 */
export type Exported = { rows: string } | { part: string } | { nowhere: string }

/** Rows whose `column` is older than `days` are deleted. `only`: an SQL condition that limits them. */
export type Retention = { column: string; days: number; only?: string }

type Columns = Readonly<Record<string, ColumnClass>>

/** One table of PostgreSQL or ClickHouse with a class for every column. Add a line for each new column. */
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
