import { sql } from 'kysely'
import type { Tx } from '#src/platform/platform.ts'
import { aliasesById } from './alias-store.ts'
import type { Searched } from './search-list.ts'

const rowsAtOnce = 1_000

type Row = Omit<Searched, 'names' | 'aliases'> & { name: string; name_cn: string; name_hk: string }

/** All instruments in lookup order with their aliases. Batches are small so that parsing blocks no request. */
export async function* searchedInstruments(tx: Tx): AsyncGenerator<Searched[]> {
  await sql`set local statement_timeout = '120s'`.execute(tx)
  const aliases = await aliasesById(tx)
  await sql`declare searched no scroll cursor for
    select id, class, region, code, lookup, name, name_cn, name_hk, isin, home, liquidity
    from instruments order by lookup collate "C", code collate "C", id`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(rowsAtOnce))} from searched`.execute(tx)
    yield rows.map(({ name, name_cn, name_hk, ...row }) => ({
      ...row,
      names: [name, name_cn, name_hk],
      aliases: aliases.get(row.id) ?? [],
    }))
    if (rows.length < rowsAtOnce) return
  }
}
