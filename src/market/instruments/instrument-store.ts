import { sql } from 'kysely'
import type { AssetClass } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Instrument, NewInstrument } from './instrument.ts'
import { lookupOf } from './symbol.ts'

export type InstrumentRow = {
  id: number
  class: AssetClass
  region: string
  exchange: string
  code: string
  name: string
  name_cn: string
  name_hk: string
  currency: string
  isin: string
  sector: string
  industry: string
  price_step: string
  lot: string
  start_price: number | null
  state: Instrument['state']
  liquidity: number
  home: boolean
  root: string | null
  expires_on: string | null
  source: string
}

export const columns = sql.raw(
  `i.id, i.class, i.region, i.exchange, i.code, i.name, i.name_cn, i.name_hk, i.currency, i.isin, i.sector, i.industry,
   i.price_step, i.lot, i.start_price, i.state, i.liquidity, i.home, i.root, to_char(i.expires_on, 'YYYY-MM-DD') as expires_on, i.source`,
)

export function toInstrument(row: InstrumentRow): Instrument {
  const { name, name_cn, name_hk, price_step, lot, start_price, expires_on, ...rest } = row
  return {
    ...rest,
    names: { en: name, cn: name_cn, hk: name_hk },
    priceStep: Number(price_step),
    lot: Number(lot),
    startPrice: start_price,
    expiresOn: expires_on === null ? null : Date.parse(`${expires_on}T00:00:00Z`),
  }
}

/** All instruments whose code or former code has one of the normalised forms in `lookups`, by that form. */
export async function byLookups(db: Db | Tx, lookups: readonly string[]): Promise<Map<string, Instrument[]>> {
  const found = await sql<InstrumentRow & { lookup: string }>`
    select ${columns}, i.lookup from instruments i where i.lookup = any(${lookups})
    union
    select ${columns}, a.lookup from instrument_aliases a join instruments i on i.id = a.instrument_id where a.lookup = any(${lookups})
  `.execute(db)
  const grouped = new Map<string, Instrument[]>()
  for (const { lookup, ...row } of found.rows) grouped.set(lookup, [...(grouped.get(lookup) ?? []), toInstrument(row)])
  return grouped
}

export async function byIds(db: Db | Tx, ids: readonly number[]): Promise<Instrument[]> {
  const found = await sql<InstrumentRow>`select ${columns} from instruments i where i.id = any(${ids})`.execute(db)
  return found.rows.map(toInstrument)
}

export type ListFilter = { class?: AssetClass | undefined; region?: string | undefined; source?: string | undefined }

/** A page of instruments with ids above `afterId`, in id order. */
export async function listAfter(db: Db, filter: ListFilter, afterId: number, size: number): Promise<Instrument[]> {
  const found = await sql<InstrumentRow>`
    select ${columns} from instruments i
    where i.id > ${afterId}
      and (${filter.class ?? null}::text is null or i.class = ${filter.class ?? null})
      and (${filter.region ?? null}::text is null or i.region = ${filter.region ?? null})
      and (${filter.source ?? null}::text is null or i.source = ${filter.source ?? null})
    order by i.id limit ${size}
  `.execute(db)
  return found.rows.map(toInstrument)
}

/**
 * The value of each column after a list updates an instrument. An empty value of the list does not replace a stored
 * value. The catalogue's names stay, and only the catalogue changes price steps and lots.
 */
const listed: readonly (readonly [column: string, value: string])[] = [
  [
    'name',
    "case when known.source = 'catalogue' and excluded.source <> 'catalogue' then known.name else excluded.name end",
  ],
  ['name_cn', "coalesce(nullif(excluded.name_cn, ''), known.name_cn)"],
  ['name_hk', "coalesce(nullif(excluded.name_hk, ''), known.name_hk)"],
  ['currency', "coalesce(nullif(known.currency, ''), excluded.currency)"],
  ['isin', "coalesce(nullif(excluded.isin, ''), known.isin)"],
  ['sector', "coalesce(nullif(excluded.sector, ''), known.sector)"],
  ['industry', "coalesce(nullif(excluded.industry, ''), known.industry)"],
  ['price_step', "case when excluded.source = 'catalogue' then excluded.price_step else known.price_step end"],
  ['lot', "case when excluded.source = 'catalogue' then excluded.lot else known.lot end"],
  ['start_price', 'coalesce(excluded.start_price, known.start_price)'],
  ['liquidity', 'greatest(excluded.liquidity, known.liquidity)'],
  ['root', 'coalesce(excluded.root, known.root)'],
  ['expires_on', 'coalesce(excluded.expires_on, known.expires_on)'],
  ['source', "case when known.source = 'catalogue' then 'catalogue' else excluded.source end"],
]

const completed = listed.map(
  ([column, value]) =>
    [column, `case when '${column}' = any(known.edited) then known.${column} else ${value} end`] as const,
)

const assignments = sql.raw(completed.map(([column, value]) => `${column} = ${value}`).join(', '))
const isChanged = sql.raw(completed.map(([column, value]) => `known.${column} is distinct from ${value}`).join(' or '))

/** Adds or updates instruments. Returns their ids in order, and whether any was new or changed. Ids never change. */
export async function upsert(
  tx: Tx,
  instruments: readonly NewInstrument[],
  source: string,
): Promise<{ ids: number[]; changed: boolean }> {
  if (instruments.length === 0) return { ids: [], changed: false }
  const pick = <T>(read: (instrument: NewInstrument) => T) => instruments.map(read)
  const result = await sql<{ id: number; written: boolean }>`
    with given as (
      select * from unnest(
        ${pick((i) => i.class)}::text[], ${pick((i) => i.region)}::text[], ${pick((i) => i.exchange)}::text[],
        ${pick((i) => i.code)}::text[], ${pick((i) => lookupOf(i.code))}::text[], ${pick((i) => i.name)}::text[],
        ${pick((i) => i.nameCn ?? '')}::text[], ${pick((i) => i.nameHk ?? '')}::text[], ${pick((i) => i.currency ?? '')}::text[],
        ${pick((i) => i.isin ?? '')}::text[], ${pick((i) => i.sector ?? '')}::text[], ${pick((i) => i.industry ?? '')}::text[],
        ${pick((i) => i.priceStep ?? '0.01')}::numeric[], ${pick((i) => i.lot ?? 1)}::numeric[],
        ${pick((i) => i.startPrice ?? null)}::float8[], ${pick((i) => i.liquidity ?? 0)}::smallint[],
        ${pick((i) => i.root ?? null)}::text[],
        ${pick((i) => (i.expiresOn === undefined ? null : new Date(i.expiresOn).toISOString().slice(0, 10)))}::date[],
        ${pick(() => source)}::text[])
      with ordinality as g (class, region, exchange, code, lookup, name, name_cn, name_hk, currency, isin, sector, industry,
        price_step, lot, start_price, liquidity, root, expires_on, source, place)
    ), written as (
      insert into instruments as known (class, region, exchange, code, lookup, name, name_cn, name_hk, currency, isin, sector,
        industry, price_step, lot, start_price, liquidity, root, expires_on, source)
      select class, region, exchange, code, lookup, name, name_cn, name_hk, currency, isin, sector, industry,
        price_step, lot, start_price, liquidity, root, expires_on, source from given
      -- An instrument of the catalogue that was renamed must not come back under its old code.
      where source <> 'catalogue' or not exists (
        select from instrument_aliases a join instruments i on i.id = a.instrument_id
        where a.class = given.class and a.lookup = given.lookup and i.region = given.region and i.source = 'catalogue')
      on conflict (class, region, exchange, code) do update set ${assignments}, updated_at = now() where ${isChanged}
      returning known.id, known.class, known.region, known.exchange, known.code
    )
    select w.id is not null as written, coalesce(w.id, (
      select i.id from instruments i
      where i.class = g.class and i.region = g.region and i.exchange = g.exchange and i.code = g.code
    )) as id
    from given g left join written w using (class, region, exchange, code) order by g.place
  `.execute(tx)
  return { ids: result.rows.map(({ id }) => id), changed: result.rows.some(({ written }) => written) }
}

/**
 * Chooses the home listing of a code that has several exchanges in a region: the most liquid, then the first exchange
 * in `order`. An older listing without an exchange stays the home listing until it is merged, because it has the
 * history.
 */
export async function chooseHomes(tx: Tx, order: readonly string[]): Promise<void> {
  await sql`
    with listed as (
      select *, id = min(id) over (partition by class, region, code) as is_first from instruments
      where (class, region, code) in (select class, region, code from instruments group by 1, 2, 3 having count(*) > 1)
    ), ranked as (
      select id, row_number() over (
        partition by class, region, code
        order by (exchange = '' and is_first) desc, liquidity desc,
          coalesce(array_position(${order}::text[], exchange), 1000), exchange, id
      ) = 1 as is_home
      from listed
    )
    update instruments i set home = r.is_home from ranked r where r.id = i.id and i.home <> r.is_home
  `.execute(tx)
}

export async function analyze(tx: Tx): Promise<void> {
  await sql`analyze instruments`.execute(tx)
}

export async function addAlias(
  tx: Tx,
  instrumentId: number,
  assetClass: AssetClass,
  lookup: string,
  until: Date | null,
): Promise<void> {
  await sql`insert into instrument_aliases (instrument_id, class, lookup, valid_until)
    values (${instrumentId}, ${assetClass}, ${lookup}, ${until?.toISOString().slice(0, 10) ?? null}::date) on conflict do nothing`.execute(
    tx,
  )
}

export async function rename(tx: Tx, id: number, code: string): Promise<void> {
  await sql`update instruments set code = ${code}, lookup = ${lookupOf(code)}, updated_at = now(),
    version = version + 1 where id = ${id}`.execute(tx)
}

export async function setState(tx: Tx, id: number, state: Instrument['state']): Promise<void> {
  await sql`update instruments set state = ${state}, updated_at = now(), version = version + 1 where id = ${id}`.execute(
    tx,
  )
}

export type ExchangeCount = { class: AssetClass; region: string; exchange: string; instruments: number }

/** The number of listed instruments by class, region and exchange, largest exchange first. */
export async function countByExchange(db: Db, assetClass?: AssetClass): Promise<ExchangeCount[]> {
  const found = await sql<ExchangeCount>`
    select class, region, exchange, count(*)::int as instruments from instruments
    where state = 'listed' ${assetClass ? sql`and class = ${assetClass}` : sql``}
    group by class, region, exchange order by instruments desc, region, exchange
  `.execute(db)
  return found.rows
}

/** The quote currency of each home listing of a class, by keys such as `stock:AAPL$US`. */
export async function currenciesOf(db: Db, assetClass: AssetClass): Promise<Map<string, string>> {
  const found = await sql<{ key: string; currency: string }>`
    select class || ':' || code || '$' || region as key, currency from instruments where class = ${assetClass} and home
  `.execute(db)
  return new Map(found.rows.map(({ key, currency }) => [key, currency]))
}

export type MarketFilter = { class: AssetClass; regions: readonly string[] }

export async function marketPage(
  db: Db,
  { class: assetClass, regions }: MarketFilter,
  { page, size }: { page: number; size: number },
): Promise<{ instruments: Instrument[]; total: number }> {
  const from = sql`from instruments i
    where i.class = ${assetClass} and i.region = any(${regions}::text[]) and i.state <> 'delisted'`
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total ${from}`.execute(db),
    sql<InstrumentRow>`select ${columns} ${from} order by i.code, i.id limit ${size} offset ${page * size}`.execute(db),
  ])
  return { instruments: found.rows.map(toInstrument), total: Number(counted.rows[0]?.total ?? 0) }
}

/** The most liquid instruments of a class, with main contracts instead of dated contracts. */
export async function leadingInstruments(
  db: Db,
  assetClass: AssetClass,
  size: number,
  regions?: readonly string[],
): Promise<Instrument[]> {
  const found = await sql<InstrumentRow>`
    select ${columns} from instruments i
    where class = ${assetClass} and state = 'listed' and root is null and home
      ${regions ? sql`and region = any(${regions}::text[])` : sql``}
    order by liquidity desc, id limit ${size}
  `.execute(db)
  return found.rows.map(toInstrument)
}
