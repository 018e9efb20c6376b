import { sql } from 'kysely'
import type { Tx } from '#src/platform/platform.ts'
import { starterAliases } from '../catalogue/aliases/aliases.ts'
import type { SearchAlias } from '../catalogue/aliases/search-alias.ts'
import type { Alias } from './search-list.ts'

export async function aliasesById(tx: Tx): Promise<Map<number, Alias[]>> {
  const starters = starterAliases()
  const pick = <T>(read: (alias: SearchAlias) => T) => starters.map(read)
  const { rows } = await sql<{ id: number; alias: string; place: number }>`
    with named as (
      select * from unnest(${pick((one) => one.alias)}::text[], ${pick((one) => one.class)}::text[],
        ${pick((one) => one.region)}::text[], ${pick((one) => one.code)}::text[], ${pick((one) => one.order)}::smallint[])
        as starter (alias, class, region, code, place)
      union all
      select alias, class, region, code, place from search_aliases
    )
    select i.id, n.alias, n.place from named n join instruments i using (class, region, code) where i.home
    union all
    select instrument_id, lookup, 1 from instrument_aliases
  `.execute(tx)
  const byId = new Map<number, Alias[]>()
  for (const { id, alias: name, place: order } of rows) byId.set(id, [...(byId.get(id) ?? []), { name, order }])
  return byId
}

export async function upsertAliases(tx: Tx, aliases: readonly SearchAlias[]): Promise<void> {
  const pick = <T>(read: (alias: SearchAlias) => T) => aliases.map(read)
  await sql`insert into search_aliases (alias, class, region, code, place)
    select * from unnest(${pick((one) => one.alias)}::text[], ${pick((one) => one.class)}::text[],
      ${pick((one) => one.region)}::text[], ${pick((one) => one.code)}::text[], ${pick((one) => one.order)}::smallint[])
    on conflict (alias, class, region, code) do update set place = excluded.place`.execute(tx)
}
