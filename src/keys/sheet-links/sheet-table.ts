import type { SheetTable, WantedSheetLink } from '#src/contract/account/sheet-links.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstruments, queryOfTicker } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'

/**
 * Returns the table with its instruments. Refuses unknown instruments, and instruments of several classes or regions.
 */
export async function tableOf(ctx: Platform, wanted: WantedSheetLink['table']): Promise<SheetTable> {
  if (wanted.kind === 'bars') {
    const { symbol, ...rest } = wanted
    const [{ class: name, region, exchange, code }] = await instrumentsNamed(ctx, [symbol], 'symbol')
    return { ...rest, class: name, region, exchange, code }
  }
  const found = await instrumentsNamed(ctx, wanted.symbols, 'symbols')
  const [{ class: name, region }] = found
  if (found.some((one) => one.class !== name || one.region !== region))
    throw refuse('sheet_mixed', { param: 'symbols' })
  return { kind: 'prices', class: name, region, codes: [...new Set(found.map(codeOf))] }
}

/** A bare code means the home listing, so the code of another listing names its exchange. */
function codeOf({ code, exchange, region, home }: Instrument): string {
  return home ? code : `${code}$${exchange}$${region}`
}

async function instrumentsNamed(
  ctx: Platform,
  symbols: readonly string[],
  param: string,
): Promise<[Instrument, ...Instrument[]]> {
  const found = await findInstruments(ctx, symbols.map(queryOfTicker))
  const [first, ...others] = found.map((instrument, index) => {
    if (!instrument) throw refuse('sheet_symbol_unknown', { param, values: { symbol: symbols[index] ?? '' } })
    return instrument
  })
  if (!first) throw refuse('missing_parameter', { param })
  return [first, ...others]
}
