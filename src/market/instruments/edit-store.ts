import { sql } from 'kysely'
import type { AssetClass } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Instrument } from './instrument.ts'
import { columns, type InstrumentRow, toInstrument } from './instrument-store.ts'
import { lookupOf } from './symbol.ts'

export type EditedInstrument = Instrument & { version: number }
type Row = InstrumentRow & { version: number }

const toEdited = ({ version, ...row }: Row): EditedInstrument => ({ ...toInstrument(row), version })

export type InstrumentFilter = {
  /** The beginning of a code, a part of a name, an ISIN, or a former code. */
  text?: string | undefined
  class?: AssetClass | undefined
  state?: Instrument['state'] | undefined
}

/**
 * Instruments in every state: the requested code first, then by liquidity. `after`: the last id of the previous page.
 */
export async function searched(
  db: Db,
  { text = '', class: assetClass, state }: InstrumentFilter,
  { limit, after }: { limit: number; after: number | null },
): Promise<EditedInstrument[]> {
  const lookup = lookupOf(text)
  const like = text.toUpperCase().replaceAll(/[\\%_]/g, '\\$&')
  const found = sql`((${lookup} <> '' and i.lookup like ${`${lookup.replaceAll(/[\\%_]/g, '\\$&')}%`}) or i.isin = ${text.toUpperCase()}
    or upper(i.name) like ${`%${like}%`} or i.name_cn like ${`%${like}%`} or i.name_hk like ${`%${like}%`}
    or i.id in (select instrument_id from instrument_aliases where lookup = ${lookup}))`
  const sortKey = (name: string) =>
    sql`${sql.raw(name)}.lookup <> ${lookup}, -${sql.raw(name)}.liquidity, ${sql.raw(name)}.code, ${sql.raw(name)}.id`
  const { rows } = await sql<Row>`select ${columns}, i.version from instruments i
    where ${text === '' ? sql`true` : found}
      and (${assetClass ?? null}::text is null or i.class = ${assetClass ?? null})
      and (${state ?? null}::text is null or i.state = ${state ?? null})
      and ${after === null ? sql`true` : sql`(${sortKey('i')}) > (select ${sortKey('l')} from instruments l where l.id = ${after})`}
    order by ${sortKey('i')} limit ${limit}`.execute(db)
  return rows.map(toEdited)
}

export async function editedById(db: Db | Tx, id: number, lock = false): Promise<EditedInstrument | null> {
  const { rows } = await sql<Row>`select ${columns}, i.version from instruments i where i.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ? toEdited(rows[0]) : null
}

/** Former codes of an instrument, newest first, then its other spellings. */
export async function formerCodes(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ lookup: string }>`select lookup from instrument_aliases where instrument_id = ${id}
    order by valid_until desc nulls last, lookup`.execute(db)
  return rows.map(({ lookup }) => lookup)
}

export async function isCodeInUse(
  tx: Tx,
  { class: assetClass, region, exchange, code }: Pick<Instrument, 'class' | 'region' | 'exchange' | 'code'>,
): Promise<boolean> {
  const { rows } = await sql`select from instruments where class = ${assetClass} and region = ${region}
    and exchange = ${exchange} and code = ${code}`.execute(tx)
  return rows.length > 0
}

export type EditedColumns = Partial<
  Record<'name' | 'name_cn' | 'name_hk' | 'currency' | 'isin' | 'sector' | 'industry' | 'price_step' | 'lot', string>
>

/** Writes columns and marks them as edited by the operator. */
export async function edit(tx: Tx, id: number, values: EditedColumns): Promise<void> {
  const set = Object.entries(values).map(([name, value]) =>
    name === 'price_step' || name === 'lot'
      ? sql`${sql.ref(name)} = ${value}::numeric`
      : sql`${sql.ref(name)} = ${value}`,
  )
  await sql`update instruments set ${sql.join(set)}, version = version + 1, updated_at = now(),
    edited = array(select distinct unnest(edited || ${Object.keys(values)}::text[])) where id = ${id}`.execute(tx)
}
