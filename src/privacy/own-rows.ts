import { type RawBuilder, sql } from 'kysely'
import type { Person, TableRecord } from '#src/platform/personal-data.ts'

type Personal = NonNullable<TableRecord['personal']>

/** The SQL condition for a person's rows; null when the table has no link to a person. */
export function isTheirs({ whose }: Personal, person: Person): RawBuilder<boolean> | null {
  const values = [person[whose.by]].flat()
  if (values.length === 0 || whose.columns.length === 0) return null
  const matches = whose.columns.map((column) => sql<boolean>`${sql.raw(column)} = any(${values}::text[])`)
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

/** The columns that the person may see. */
export function shownColumns({ columns }: TableRecord): string[] {
  return Object.entries(columns).flatMap(([name, kind]) => (kind === 'plain' || kind.includes(',') ? [] : [name]))
}
