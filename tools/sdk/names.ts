import type { DataName } from '../../src/contract/data/data.ts'
import type { Field, Type } from './model.ts'

/** The name of each call's row in the clients. Calls with equal rows share the first name. */
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
  files: 'DayFile',
  limits: 'Limits',
}

/** Names of objects inside rows, for fields whose name would be unclear on its own. */
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

/** Whether a field is a time. `from` and `to` of a conversion are currencies. */
export function isInstant(call: DataName, field: string): boolean {
  if (call === 'convert') return field === 'at'
  return ['from', 'to'].includes(field)
}

/** Whether a parameter is a list, whose elements are separated by commas in the query. */
export function isList(field: string): boolean {
  return field === 'codes' || field === 'columns'
}

export function unique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted()
}

export function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The names of all shapes in some types, plus `Page` if one is a page. */
export function shapesIn(types: readonly Type[]): string[] {
  return unique(types.flatMap(shapeNames))
}

function shapeNames(type: Type): string[] {
  if (type.kind === 'shape') return [type.name]
  if (type.kind === 'page') return ['Page', ...shapeNames(type.of)]
  return 'of' in type && !Array.isArray(type.of) ? shapeNames(type.of) : []
}

export function rowType(type: Type): Type {
  return 'of' in type && !Array.isArray(type.of) ? rowType(type.of) : type
}

export function rowShape(type: Type): string | null {
  const row = rowType(type)
  return row.kind === 'shape' ? row.name : null
}

/** Whether a field is a time in ms, according to its note. */
export function isTimeColumn({ type, note }: Field): boolean {
  const inner = rowType(type).kind
  return (inner === 'whole' || inner === 'number') && /\bms,? UTC/i.test(note)
}
