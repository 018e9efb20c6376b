import { sql } from 'kysely'
import type { AssetClass } from '#src/contract/market.ts'
import type { Tx } from '#src/platform/platform.ts'

/** `isFirst`: the class is checked for the first time. */
export type DueClass = { class: AssetClass; isFirst: boolean }

/**
 * Claims a night (`2026-01-31`) of some classes for the first process that calls, and returns the classes that it must
 * check. A class without an entry gets an entry, and is checked from the next night on.
 */
export async function claimNight(tx: Tx, classes: readonly AssetClass[], night: string): Promise<DueClass[]> {
  const { rows } = await sql<{ class: AssetClass; nights: number }>`
    insert into checked_night as n (class, night) select c, ${night}::date from unnest(${[...classes]}::text[]) as c
    on conflict (class) do update set night = excluded.night, nights = n.nights + 1 where n.night < excluded.night
    returning class, nights`.execute(tx)
  return rows.filter(({ nights }) => nights > 0).map((row) => ({ class: row.class, isFirst: row.nights === 1 }))
}

/** The classes with stored live ticks, as of the last coverage count. */
export async function withRecordedTicks(tx: Tx, classes: readonly AssetClass[]): Promise<AssetClass[]> {
  const { rows } = await sql<{ class: AssetClass }>`
    select distinct class from coverage where kind = 'ticks' and class = any(${[...classes]}::text[])
      and sources && array['exchange', 'push'] order by class`.execute(tx)
  return rows.map((row) => row.class)
}
