import type { AssetClass } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { plainNumber } from '#src/platform/text/csv.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { sessionCodes } from '../calendar/session.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { archivedIn } from '../tick-archive/file-store.ts'
import { readQuotePage, readTickPage } from '../tick-archive/pages.ts'
import type { EventPageRequest } from '../ticks/ticks.ts'
import { withEvents } from './archive-store.ts'
import { type DayRows, listedIn, statementMs } from './day-rows.ts'

const pageRows = 20_000

type Kind = 'trades' | 'bbo'
type DayFile = { class: AssetClass; region: string; date: number; kind: Kind }
type Event = { time: number; seq: number }

/**
 * The recorded trades or best quotes of a class and region in one UTC day, from the store and the archive, ordered by
 * instrument id, time and number. Stops reading when `gone` aborts.
 */
export async function* ticksOfDay(ctx: Platform, file: DayFile, gone: AbortSignal): AsyncGenerator<DayRows> {
  const how = { lane: 'report', maxMs: statementMs, signal: gone } as const
  const span = { from: file.date, to: file.date + dayMs - 1 }
  // The store is read first, so that rows which move to the archive meanwhile are found there.
  const stored = await withEvents(ctx, file.kind, span, how)
  const archived = await archivedIn(ctx.postgres.db, { kind: file.kind === 'bbo' ? 'quotes' : 'trades', ...span })
  const ids = [...new Set([...stored, ...archived])].sort((a, b) => a - b)
  for await (const instrument of listedIn(ctx, file, ids)) {
    const read = file.kind === 'trades' ? tradesOf(ctx, instrument, how) : quotesOf(ctx, instrument, how)
    yield* pagesOf(instrument, span, read, gone)
  }
}

type Read = (page: EventPageRequest) => Promise<{ event: Event; cells: string }[]>

async function* pagesOf(
  instrument: Instrument,
  span: { from: number; to: number },
  read: Read,
  gone: AbortSignal,
): AsyncGenerator<DayRows> {
  let after: EventPageRequest['after'] = null
  for (;;) {
    gone.throwIfAborted()
    const found = await read({ ...span, order: 'oldest', limit: pageRows, after })
    const last = found.at(-1)?.event
    if (!last) return
    yield { instrument, rows: found.map(({ cells }) => cells) }
    if (found.length < pageRows) return
    after = { time: last.time, seq: last.seq }
  }
}

type Reading = Parameters<typeof readTickPage>[3]

function tradesOf(ctx: Platform, instrument: Instrument, how: Reading): Read {
  const sessionCode = sessionCodes(() => exchangeOf(ctx, instrument))
  return async (page) =>
    (await readTickPage(ctx, instrument.id, page, how)).map((event) => {
      const { time, price, volume, side, seq } = event
      return { event, cells: cellsOf([time, price, volume, side, sessionCode(time), seq]) }
    })
}

function quotesOf(ctx: Platform, instrument: Instrument, how: Reading): Read {
  return async (page) =>
    (await readQuotePage(ctx, instrument.id, page, how)).map((event) => {
      const { time, bid, bidVolume, ask, askVolume, seq } = event
      return { event, cells: cellsOf([time, bid || null, bidVolume, ask || null, askVolume, seq]) }
    })
}

function cellsOf(values: readonly (number | null)[]): string {
  return values.map((value) => (value === null ? '' : plainNumber(value))).join(',')
}
