import { type Kysely, sql } from 'kysely'
import type { Watchlist, WatchlistContent } from '#src/contract/account/watchlists.ts'
import { sectionMark } from '#src/contract/site.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

type WatchlistTable = {
  id: string
  account_id: string
  position: number
  name: string
  symbols: string[]
  updated_at: Date
}

const tables = (db: Db): Kysely<{ watchlist: WatchlistTable }> => db

export async function watchlistsOf(db: Db | Tx, accountId: string): Promise<Watchlist[]> {
  return tables(db)
    .selectFrom('watchlist')
    .select(['id', 'name', 'symbols'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
}

export async function countWatchlists(tx: Tx, accountId: string): Promise<number> {
  const rows = await tables(tx).selectFrom('watchlist').select('id').where('account_id', '=', accountId).execute()
  return rows.length
}

export async function addWatchlist(tx: Tx, accountId: string, list: Watchlist, now: number): Promise<void> {
  const end = sql<number>`(select coalesce(max(position) + 1, 0) from watchlist where account_id = ${accountId})`
  await tables(tx)
    .insertInto('watchlist')
    .values({ ...list, account_id: accountId, position: end, updated_at: new Date(now) })
    .execute()
}

/** Replaces a list. Returns false if the account has no such list. */
export async function replaceWatchlist(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  content: WatchlistContent,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('watchlist')
    .set({ ...content, updated_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a list. Returns false if the account had no such list. */
export async function removeWatchlist(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('watchlist')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The symbols of all lists, without the headings of sections. */
export async function watchedSymbols(db: Db): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`select distinct symbol from watchlist, unnest(symbols) as symbol
    where not starts_with(symbol, ${sectionMark})`.execute(db)
  return rows.map(({ symbol }) => symbol)
}

/** Replaces a symbol in all lists. A list that already has the new symbol only loses the old symbol. */
export async function replaceSymbol(db: Db, from: string, to: string): Promise<void> {
  await sql`update watchlist set symbols = case when ${to} = any(symbols) then array_remove(symbols, ${from})
    else array_replace(symbols, ${from}, ${to}) end where ${from} = any(symbols)`.execute(db)
}
