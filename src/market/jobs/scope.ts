import { refuse } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { parseIso } from '../calendar/instant.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument, instrumentsById, listInstruments } from '../instruments/instruments.ts'
import { canonicalRegion, parseInstrumentKey } from '../instruments/symbol.ts'

/**
 * A job's scope: one instrument, or the instruments of a class and region. Times in ms, both included; null: no limit.
 */
export type Scope = {
  instrumentId: number | null
  class: AssetClass | null
  region: string | null
  from: number | null
  to: number | null
}

/** A scope as the operator entered it: `stock:AAPL$US`, with days as `2026-01-31`. */
export type SaidScope = {
  symbol?: string | undefined
  class?: AssetClass | undefined
  region?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function readScope(ctx: Platform, said: SaidScope): Promise<Scope> {
  const from = said.from ? readDay('from', said.from) : null
  const to = said.to ? readDay('to', said.to) + dayMs - 1 : null
  if (from !== null && to !== null && from > to) throw refuse('invalid_parameter', { param: 'to' })
  const region = said.region ? canonicalRegion(said.region.toUpperCase()) : null
  if (!said.symbol) return { instrumentId: null, class: said.class ?? null, region, from, to }
  const identity = parseInstrumentKey(said.symbol.trim())
  const instrument = identity && (await findInstrument(ctx, identity))
  if (!instrument) throw refuse('invalid_parameter', { param: 'symbol' })
  return { instrumentId: instrument.id, class: null, region: null, from, to }
}

function readDay(param: string, text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseIso(text) : null
  if (day === null) throw refuse('invalid_parameter', { param })
  return day
}

/** The instruments of a scope with ids above `after`, in pages by id. */
export async function* instrumentsIn(
  ctx: Platform,
  { instrumentId, class: assetClass, region }: Scope,
  after: number,
  size: number,
): AsyncGenerator<Instrument[]> {
  if (instrumentId === null) {
    yield* listInstruments(ctx, { class: assetClass ?? undefined, region: region ?? undefined, after }, size)
  } else if (instrumentId > after) {
    const found = await instrumentsById(ctx, [instrumentId])
    if (found.length > 0) yield found
  }
}
