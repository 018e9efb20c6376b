import type { Kysely } from 'kysely'
import type { ChartLayout } from '#src/contract/chart-layouts.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

type ChartLayoutTable = { account_id: string; position: number; name: string; state: unknown; updated_at: Date }

function tables(db: Db | Tx): Kysely<{ chart_layout: ChartLayoutTable }> {
  return db as unknown as Kysely<{ chart_layout: ChartLayoutTable }>
}

export async function layoutsOf(db: Db | Tx, accountId: string): Promise<ChartLayout[]> {
  const rows = await tables(db)
    .selectFrom('chart_layout')
    .select(['name', 'state'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
  return rows.map(({ name, state }) => ({ name, state: state as Record<string, unknown> }))
}

export async function replaceLayouts(tx: Tx, accountId: string, layouts: readonly ChartLayout[], now: number) {
  await tables(tx).deleteFrom('chart_layout').where('account_id', '=', accountId).execute()
  if (layouts.length === 0) return
  const rows = layouts.map(({ name, state }, position) => ({
    account_id: accountId,
    position,
    name,
    state: JSON.stringify(state),
    updated_at: new Date(now),
  }))
  await tables(tx).insertInto('chart_layout').values(rows).execute()
}
