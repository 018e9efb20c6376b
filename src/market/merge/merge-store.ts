import { sql } from 'kysely'
import type { Interval } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/** The ids of two instruments: `from` is merged into `into`. */
export type MergePair = { from: number; into: number }

type PairRow = { from_id: number; into_id: number }

const toPair = ({ from_id, into_id }: PairRow): MergePair => ({ from: from_id, into: into_id })

/**
 * Pairs of listings that differ only in an unknown exchange: each listing without an exchange, and the likeliest
 * listing with an exchange, under the same code or another spelling. The older id stays, because history and customers
 * refer to it.
 */
export async function duplicates(db: Db | Tx, exchangeOrder: readonly string[]): Promise<MergePair[]> {
  const { rows } = await sql<PairRow>`
    select greatest(u.id, k.id) as from_id, least(u.id, k.id) as into_id
    from instruments u
    join lateral (
      select id from instruments k
      where k.lookup in (u.lookup, ltrim(u.lookup, '0')) and k.class = u.class and k.region = u.region and k.exchange <> ''
        and (k.code = u.code or (k.lookup = u.lookup and u.code <> u.lookup) or (u.region = 'HK' and k.code = ltrim(u.code, '0')))
      order by k.code = u.code desc, k.liquidity desc,
        coalesce(array_position(${exchangeOrder}::text[], k.exchange), 1000), k.exchange, k.id
      limit 1
    ) k on true
    where u.exchange = ''
    order by 1
  `.execute(db)
  return rows.map(toPair)
}

/** Started merges whose rows have not moved yet, oldest first. */
export async function begun(db: Db | Tx): Promise<MergePair[]> {
  const { rows } = await sql<PairRow>`
    select from_id, into_id from instrument_merges where merged_at is null order by begun_at, from_id
  `.execute(db)
  return rows.map(toPair)
}

/** Finished merges whose merged id is above `after`, ordered by that id; at most `size`. */
export async function finishedAfter(db: Db, after: number, size: number): Promise<MergePair[]> {
  const { rows } = await sql<PairRow>`
    select from_id, into_id from instrument_merges where merged_at is not null and from_id > ${after}
    order by from_id limit ${size}
  `.execute(db)
  return rows.map(toPair)
}

/** The instrument into which `id` was merged; null if `id` was not merged. */
export async function heirOf(db: Db | Tx, id: number): Promise<number | null> {
  const { rows } = await sql<PairRow>`
    select from_id, into_id from instrument_merges where from_id = ${id} and merged_at is not null
  `.execute(db)
  return rows[0]?.into_id ?? null
}

export async function begin(tx: Tx, { from, into }: MergePair, now: Date): Promise<void> {
  await sql`
    insert into instrument_merges (from_id, into_id, exchange, code, begun_at)
    select id, ${into}, exchange, code, ${now} from instruments where id = ${from}
    on conflict (from_id) do update set into_id = excluded.into_id where instrument_merges.merged_at is null
  `.execute(tx)
}

export async function abandon(tx: Tx, from: number): Promise<void> {
  await sql`delete from instrument_merges where from_id = ${from} and merged_at is null`.execute(tx)
}

/** Locks both instruments until the transaction ends. Returns false if one of them no longer exists. */
export async function hold(tx: Tx, { from, into }: MergePair): Promise<boolean> {
  const { rows } = await sql`
    select id from instruments where id in (${from}, ${into}) order by id for update
  `.execute(tx)
  return rows.length === 2
}

/**
 * Moves the PostgreSQL rows of `from` to `into`. If both have a row with the same key, the row of `into` stays. Only
 * rows of `bar_sources` with the same key are combined.
 */
export async function moveRows(tx: Tx, { from, into }: MergePair): Promise<void> {
  await sql`
    insert into bar_sources (instrument_id, interval, source, first_time, last_time, last_close)
    select ${into}, interval, source, first_time, last_time, last_close from bar_sources where instrument_id = ${from}
    on conflict (instrument_id, interval) do update set
      source = case when excluded.source = 'import' then 'import' else bar_sources.source end,
      first_time = least(excluded.first_time, bar_sources.first_time),
      last_close = case when excluded.last_time > bar_sources.last_time then excluded.last_close else bar_sources.last_close end,
      last_time = greatest(excluded.last_time, bar_sources.last_time),
      updated_at = now()
  `.execute(tx)
  // Factors multiply along the whole history, so two sets cannot be mixed. The operator's edits of factors move
  // together with the factors.
  for (const table of factorTables)
    await sql`
      update ${sql.raw(table)} set instrument_id = ${into}
      where instrument_id = ${from} and not exists (select from factors where instrument_id = ${into})
        and not exists (select from corporate_action_edit where instrument_id = ${into})
    `.execute(tx)
  await sql`
    update factors set instrument_id = ${into}
    where instrument_id = ${from} and not exists (select from factors where instrument_id = ${into})
  `.execute(tx)
  for (const [table, keys] of moved) {
    const same = sql.raw(keys.map((key) => `other.${key} = ${table}.${key}`).join(' and ') || 'true')
    await sql`
      update ${sql.raw(table)} set instrument_id = ${into}
      where instrument_id = ${from}
        and not exists (select from ${sql.raw(table)} other where other.instrument_id = ${into} and ${same})
    `.execute(tx)
  }
}

/** Tables whose rows belong to an instrument, with the columns that identify a row. */
const moved: readonly (readonly [table: string, keys: readonly string[]])[] = [
  ['companies', []],
  ['fundamentals', ['period_end', 'period']],
  ['splits', ['ex_date']],
  ['dividends', ['ex_date']],
  ['instrument_aliases', ['class', 'lookup']],
  ['bar_finding', ['interval', 'kind', 'first_time']],
  ['fed_instrument', ['source']],
  ['source_switch', ['id']],
  ['archived_part', ['file_id', 'stored_as']],
]

const factorTables = ['factor_base', 'corporate_action_edit']

export const mergedTables = ['bar_sources', 'factors', ...factorTables, ...moved.map(([table]) => table)]

/**
 * Deletes `from` and fills empty fields of `into` with the values of `from`. If the exchange of `into` is unknown,
 * `into` also gets the exchange and code of `from`. Both codes find the instrument afterwards.
 */
export async function absorb(tx: Tx, { from, into }: MergePair, now: Date): Promise<void> {
  await sql`
    update instruments i set
      name = case when i.name = i.code then f.name else i.name end,
      name_cn = coalesce(nullif(i.name_cn, ''), f.name_cn), name_hk = coalesce(nullif(i.name_hk, ''), f.name_hk),
      currency = coalesce(nullif(i.currency, ''), f.currency), isin = coalesce(nullif(i.isin, ''), f.isin),
      sector = coalesce(nullif(i.sector, ''), f.sector), industry = coalesce(nullif(i.industry, ''), f.industry),
      price_step = case when i.exchange = '' then f.price_step else i.price_step end,
      lot = case when i.exchange = '' then f.lot else i.lot end,
      state = case when i.exchange = '' then f.state else i.state end,
      source = case when i.exchange = '' then f.source else i.source end,
      start_price = coalesce(i.start_price, f.start_price), liquidity = greatest(i.liquidity, f.liquidity),
      root = coalesce(i.root, f.root), expires_on = coalesce(i.expires_on, f.expires_on),
      listed_on = coalesce(i.listed_on, f.listed_on), home = i.home or f.home, updated_at = now()
    from instruments f where i.id = ${into} and f.id = ${from}
  `.execute(tx)
  await sql`
    insert into instrument_aliases (instrument_id, class, lookup, valid_until)
    select i.id, f.class, case when i.exchange = '' and f.exchange <> '' then i.lookup else f.lookup end,
      ${now.toISOString().slice(0, 10)}::date from instruments i, instruments f
    where i.id = ${into} and f.id = ${from} and f.lookup <> i.lookup
    on conflict do nothing
  `.execute(tx)
  // `into` can have the exchange and code of `from` only after the row of `from` is deleted.
  const { rows } = await sql<{ exchange: string; code: string; lookup: string }>`
    delete from instruments where id = ${from} returning exchange, code, lookup
  `.execute(tx)
  const [listing] = rows
  if (listing && listing.exchange !== '') {
    await sql`
      update instruments set exchange = ${listing.exchange}, code = ${listing.code}, lookup = ${listing.lookup}
      where id = ${into} and exchange = ''
    `.execute(tx)
  }
}

/** Marks a merge as done. Instruments that were merged into `from` earlier count as merged into `into` from now on. */
export async function finish(tx: Tx, { from, into }: MergePair, now: Date): Promise<void> {
  await sql`update instrument_merges set merged_at = ${now} where from_id = ${from}`.execute(tx)
  await sql`update instrument_merges set into_id = ${into} where into_id = ${from}`.execute(tx)
}

export type ImportedInterval = { interval: Interval; last_time: bigint; last_close: number }

export async function imported(db: Db | Tx, ids: readonly number[]): Promise<ImportedInterval[]> {
  const { rows } = await sql<ImportedInterval>`
    select interval, last_time, last_close from bar_sources where instrument_id = any(${ids}) and source = 'import'
  `.execute(db)
  return rows
}

/** The instrument into which the listing of this exchange and code was last merged; null if there is none. */
export async function mergedListing(db: Db, exchange: string, code: string): Promise<number | null> {
  const { rows } = await sql<{ into_id: number }>`
    select into_id from instrument_merges where exchange = ${exchange} and code = ${code} and merged_at is not null
    order by merged_at desc limit 1
  `.execute(db)
  return rows[0]?.into_id ?? null
}

/** The given symbols that no instrument has. A symbol is a code with its exchange or class. */
export async function unlistedSymbols(db: Db, symbols: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select u.symbol from unnest(${[...symbols]}::text[]) as u (symbol)
    where not exists (
      select from instruments i
      where i.code = substring(u.symbol from position(':' in u.symbol) + 1)
        and lower(split_part(u.symbol, ':', 1)) in (lower(i.exchange), i.class)
    )
  `.execute(db)
  return rows.map(({ symbol }) => symbol)
}
