import { type ColumnType, type Kysely, sql } from 'kysely'
import type { ChartLayout } from '#src/contract/account/layouts.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

type ChartLayoutTable = {
  account_id: string
  position: number
  name: string
  state: ColumnType<ChartLayout['state'], string, string>
  drawings: ColumnType<ChartLayout['drawings'], string, string>
  updated_at: Date
}

const tables = (db: Db): Kysely<{ chart_layout: ChartLayoutTable }> => db

export async function layoutsOf(db: Db | Tx, accountId: string): Promise<ChartLayout[]> {
  return tables(db)
    .selectFrom('chart_layout')
    .select(['name', 'state', 'drawings'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
}

export async function layoutNames(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tables(tx).selectFrom('chart_layout').select('name').where('account_id', '=', accountId).execute()
  return rows.map(({ name }) => name)
}

/**
 * A layout with a new name is added at the end of the list. A layout with an existing name replaces the stored layout
 * in its position.
 */
export async function keepLayout(tx: Tx, accountId: string, layout: ChartLayout, now: number): Promise<void> {
  const kept = {
    state: JSON.stringify(layout.state),
    drawings: JSON.stringify(layout.drawings),
    updated_at: new Date(now),
  }
  const end = sql<number>`(select coalesce(max(position) + 1, 0) from chart_layout where account_id = ${accountId})`
  await tables(tx)
    .insertInto('chart_layout')
    .values({ account_id: accountId, name: layout.name, position: end, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(kept))
    .execute()
}

export async function removeLayout(tx: Tx, accountId: string, name: string): Promise<void> {
  await tables(tx).deleteFrom('chart_layout').where('account_id', '=', accountId).where('name', '=', name).execute()
}
