import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export type SavedMap = { name: string; columns: string }

export async function save(tx: Tx, { name, columns }: SavedMap, now: number): Promise<void> {
  await sql`insert into column_map (name, columns, changed_at) values (${name}, ${columns}, ${new Date(now)})
    on conflict (name) do update set columns = excluded.columns, changed_at = excluded.changed_at`.execute(tx)
}

export async function all(db: Db): Promise<SavedMap[]> {
  const { rows } = await sql<SavedMap>`select name, columns from column_map order by name`.execute(db)
  return rows
}
