import type { DataSource } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { isFed } from '../feed-keys/fed.ts'
import {
  type BestQuote,
  type EventPageRequest,
  importedTicks,
  quotePage,
  type Reading,
  type Tick,
  tickPage,
  type Versioned,
} from '../ticks/ticks.ts'
import { archivedPage } from './archived-page.ts'
import { archivedImports, archivedTrades } from './file-store.ts'

/** The size of the pages in which all imported ticks are read. */
const ticksAtOnce = 5_000

type Read<Event> = (page: EventPageRequest & { without?: DataSource }) => Promise<Versioned<Event>[]>

/**
 * A page of recorded ticks from store and archive, oldest first. Simulated ticks are left out if a source feeds the
 * instrument.
 */
export async function readTickPage(
  ctx: Platform,
  instrumentId: number,
  page: EventPageRequest,
  how: Reading = {},
): Promise<Tick[]> {
  const archived = (beyond: EventPageRequest) =>
    archivedPage(ctx, instrumentId, 'trades', beyond, (row, source) => ({
      ...{ time: row.time.getTime(), seq: row.seq, version: Number(row.version), source },
      ...{ price: Number(row.price), volume: Number(row.volume), side: sideOf(Number(row.side)) },
      ...{ bid: Number(row.bid), ask: Number(row.ask) },
    }))
  return wholePage(ctx, instrumentId, page, (requested) => tickPage(ctx, instrumentId, requested, how), archived)
}

/** A page of best bids and offers, like `readTickPage`. */
export async function readQuotePage(
  ctx: Platform,
  instrumentId: number,
  page: EventPageRequest,
  how: Reading = {},
): Promise<BestQuote[]> {
  const archived = (beyond: EventPageRequest) =>
    archivedPage(ctx, instrumentId, 'quotes', beyond, (row, source) => ({
      ...{ time: row.time.getTime(), seq: row.seq, version: Number(row.version), source },
      ...{ bid: Number(row.bid), bidVolume: Number(row.bid_volume ?? 0) },
      ...{ ask: Number(row.ask), askVolume: Number(row.ask_volume ?? 0) },
    }))
  return wholePage(ctx, instrumentId, page, (requested) => quotePage(ctx, instrumentId, requested, how), archived)
}

/** A range (ms UTC, both ends included) with all imported ticks in store and archive; null if there are none. */
export async function importedSpan(
  ctx: Platform,
  instrumentId: number,
): Promise<{ first: number; last: number } | null> {
  const stored = await importedTicks(ctx, instrumentId)
  const archived = await archivedImports(ctx.postgres.db, instrumentId)
  if (!stored || !archived) return stored ?? archived
  return { first: Math.min(stored.first, archived.first), last: Math.max(stored.last, archived.last) }
}

/** Whether the archive may have imported ticks of an instrument in a range, both ends included. */
export async function archivedImportsIn(
  ctx: Platform,
  instrumentId: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const archived = await archivedImports(ctx.postgres.db, instrumentId)
  return archived !== null && archived.first <= to && archived.last >= from
}

/** Imported ticks in a range, oldest first; both ends included. */
export async function* readImportedTicks(
  ctx: Platform,
  instrumentId: number,
  range: { from: number; to: number },
): AsyncGenerator<Tick> {
  const page: EventPageRequest = { ...range, order: 'oldest', limit: ticksAtOnce, after: null }
  for (;;) {
    const ticks = await readTickPage(ctx, instrumentId, page)
    yield* ticks.filter(({ source }) => source === 'import')
    const end = ticks.at(-1)
    if (!end || ticks.length < ticksAtOnce) return
    page.after = { time: end.time, seq: end.seq }
  }
}

/** The time of the newest archived trade of an instrument, ms; null if there is no such trade. */
export async function archivedUntil(ctx: Platform, instrumentId: number): Promise<number | null> {
  const [span] = await archivedTrades(ctx.postgres.db, [instrumentId])
  return span?.last ?? null
}

/**
 * Reads the store first: a tick that is moved in between is then in the archive, or in both. If both have a tick, the
 * later version counts, as among rows of the store.
 */
async function wholePage<Event extends { time: number; seq: number; source: DataSource }>(
  ctx: Platform,
  instrumentId: number,
  page: EventPageRequest,
  stored: Read<Event>,
  archived: Read<Event>,
): Promise<Event[]> {
  const read = async (requested: Parameters<Read<Event>>[0]) => {
    const first = await stored(requested)
    const isFull = first.length >= page.limit
    const edge = page.order === 'newest' ? first[0] : first.at(-1)
    // Archived events beyond the last event of a full page cannot be on the page.
    const bounds = !isFull || !edge ? {} : page.order === 'newest' ? { from: edge.time } : { to: edge.time }
    const old = await archived({ ...page, ...bounds })
    return old.length === 0 ? first : mixed(first, old, page)
  }
  const all = await read(page)
  const isMixed = all.some(({ source }) => source === 'simulated') && (await isFed(ctx, instrumentId))
  return isMixed ? read({ ...page, without: 'simulated' }) : all
}

function mixed<Event extends { time: number; seq: number }>(
  stored: readonly Versioned<Event>[],
  archived: readonly Versioned<Event>[],
  { order, limit }: EventPageRequest,
): Versioned<Event>[] {
  const all = [...stored, ...archived].sort((a, b) => a.time - b.time || a.seq - b.seq || a.version - b.version)
  const once = all.filter((event, at) => {
    const next = all[at + 1]
    return next?.time !== event.time || next.seq !== event.seq
  })
  return order === 'newest' ? once.slice(-limit) : once.slice(0, limit)
}

function sideOf(number: number): Tick['side'] {
  return number === 1 || number === 2 ? number : 0
}
