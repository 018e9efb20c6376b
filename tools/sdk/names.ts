import type { DataName } from '../../src/contract/data/data.ts'
import type { Field, Type } from './model.ts'

/** What a row of each call is named in the clients; equal rows share the first of their names. */
export const rowNames: Record<DataName, string> = {
  kline: 'Bar',
  klines: 'Bar',
  indicator: 'IndicatorRow',
  trades: 'Trade',
  bbo: 'BestQuote',
  tick: 'Tick',
  ticks: 'Tick',
  quote: 'Quote',
  quotes: 'Quote',
  depth: 'Depth',
  depths: 'Depth',
  snapshot: 'Quote',
  movers: 'Movers',
  symbols: 'Listing',
  symbol: 'Instrument',
  holidays: 'Holiday',
  search: 'FoundSymbol',
  marketStatus: 'MarketStatus',
  exchanges: 'Exchange',
  coverage: 'Coverage',
  company: 'Company',
  fundamentals: 'Statement',
  splits: 'Split',
  dividends: 'Dividend',
  factors: 'Factor',
  ipos: 'Ipo',
  convert: 'Conversion',
  splitCalendar: 'Split',
  dividendCalendar: 'Dividend',
  ipoCalendar: 'Ipo',
  earningsCalendar: 'Earnings',
  limits: 'Limits',
}

/** Objects inside rows whose field says too little. */
export const innerNames: Record<string, string> = {
  'Depth.a': 'Level',
  'Depth.b': 'Level',
  'DepthEvent.a': 'Level',
  'DepthEvent.b': 'Level',
  'Instrument.sb': 'Session',
  'Instrument.next': 'NextState',
  'MarketStatus.next': 'NextStatus',
  'Movers.content': 'Quote',
  'Exchange.sessions': 'Session',
}

/** Fields that take a time; `from` and `to` of a conversion are currencies. */
export function isInstant(call: DataName, field: string): boolean {
  if (call === 'convert') return field === 'at'
  return ['from', 'to', 'et'].includes(field)
}

/** Each name once, in alphabetical order. */
export function unique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted()
}

export function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}

/** `marketStatus` → `market_status`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The names of all shapes in types, with `Page` where one is a page. */
export function shapesIn(types: readonly Type[]): string[] {
  return unique(types.flatMap(shapeNames))
}

function shapeNames(type: Type): string[] {
  if (type.kind === 'shape') return [type.name]
  if (type.kind === 'page') return ['Page', ...shapeNames(type.of)]
  return 'of' in type && !Array.isArray(type.of) ? shapeNames(type.of) : []
}

/** What one row of an answer is. */
export function rowType(type: Type): Type {
  return 'of' in type && !Array.isArray(type.of) ? rowType(type.of) : type
}

export function rowShape(type: Type): string | null {
  const row = rowType(type)
  return row.kind === 'shape' ? row.name : null
}

/** Whether a field is a time in ms, as its note says. */
export function isTimeColumn({ type, note }: Field): boolean {
  const inner = rowType(type).kind
  return (inner === 'whole' || inner === 'number') && /\bms,? UTC/i.test(note)
}
