// Written by npm run sdk from the contract; do not edit.

import type { KlineInput, KlinesInput, TickInput, TicksInput, QuoteInput, QuotesInput, DepthInput, SnapshotInput, MoversInput, DepthsInput, TradesInput, BboInput, IndicatorInput, SymbolsInput, SymbolInput, HolidaysInput, SearchInput, MarketStatusInput, ExchangesInput, CoverageInput, ConvertInput, SplitCalendarInput, DividendCalendarInput, IpoCalendarInput, EarningsCalendarInput, CompanyInput, FundamentalsInput, SplitsInput, DividendsInput, FactorsInput, IposInput, FilesInput, LimitsInput } from './inputs.ts'
import type { Bar, BestQuote, Company, Conversion, Coverage, DayFile, Depth, Dividend, Earnings, Exchange, Factor, FoundSymbol, Holiday, IndicatorRow, Instrument, Ipo, Limits, Listing, MarketStatus, Movers, Page, Quote, Split, Statement, Tick, Trade } from './shapes.ts'

/** The input and the output of each call. */
export type Calls = {
  kline: { input: KlineInput; output: Bar[] }
  klines: { input: KlinesInput; output: Record<string, Bar[]> }
  tick: { input: TickInput; output: Tick | null }
  ticks: { input: TicksInput; output: Record<string, Tick> }
  quote: { input: QuoteInput; output: Quote | null }
  quotes: { input: QuotesInput; output: Record<string, Quote> }
  depth: { input: DepthInput; output: Depth | null }
  snapshot: { input: SnapshotInput; output: Page<Quote> }
  movers: { input: MoversInput; output: Movers }
  depths: { input: DepthsInput; output: Record<string, Depth> }
  trades: { input: TradesInput; output: Trade[] }
  bbo: { input: BboInput; output: BestQuote[] }
  indicator: { input: IndicatorInput; output: IndicatorRow[] }
  symbols: { input: SymbolsInput; output: Listing[] }
  symbol: { input: SymbolInput; output: Instrument }
  holidays: { input: HolidaysInput; output: Holiday[] }
  search: { input: SearchInput; output: Page<FoundSymbol> }
  marketStatus: { input: MarketStatusInput; output: MarketStatus[] }
  exchanges: { input: ExchangesInput; output: Exchange[] }
  coverage: { input: CoverageInput; output: Coverage[] }
  convert: { input: ConvertInput; output: Conversion | null }
  splitCalendar: { input: SplitCalendarInput; output: Page<Split> }
  dividendCalendar: { input: DividendCalendarInput; output: Page<Dividend> }
  ipoCalendar: { input: IpoCalendarInput; output: Page<Ipo> }
  earningsCalendar: { input: EarningsCalendarInput; output: Page<Earnings> }
  company: { input: CompanyInput; output: Company }
  fundamentals: { input: FundamentalsInput; output: Page<Statement> }
  splits: { input: SplitsInput; output: Page<Split> }
  dividends: { input: DividendsInput; output: Page<Dividend> }
  factors: { input: FactorsInput; output: Page<Factor> }
  ipos: { input: IposInput; output: Page<Ipo> }
  files: { input: FilesInput; output: DayFile[] }
  limits: { input: LimitsInput; output: Limits }
}
export type CallName = keyof Calls

/** The path of each call. */
export const paths: { readonly [N in CallName]: string } = {
  kline: '/{class}/kline',
  klines: '/{class}/klines',
  tick: '/{class}/tick',
  ticks: '/{class}/ticks',
  quote: '/{class}/quote',
  quotes: '/{class}/quotes',
  depth: '/{class}/depth',
  snapshot: '/{class}/snapshot',
  movers: '/{class}/movers',
  depths: '/{class}/depths',
  trades: '/{class}/trades',
  bbo: '/{class}/bbo',
  indicator: '/{class}/indicator',
  symbols: '/symbol/list',
  symbol: '/symbol/info',
  holidays: '/symbol/v2/holidays',
  search: '/symbol/web/page',
  marketStatus: '/market/status',
  exchanges: '/symbol/exchanges',
  coverage: '/coverage',
  convert: '/convert',
  splitCalendar: '/calendar/splits',
  dividendCalendar: '/calendar/dividends',
  ipoCalendar: '/calendar/ipos',
  earningsCalendar: '/calendar/earnings',
  company: '/stock/info',
  fundamentals: '/stock/fundamentals',
  splits: '/stock/split',
  dividends: '/stock/dividend',
  factors: '/stock/factors',
  ipos: '/stock/ipo',
  files: '/files',
  limits: '/account/limits',
}

/** How the next page of a call is requested: by the cursor in the response, or by a page number that begins at 0 or 1. */
export const paging = {
  kline: 'cursor',
  snapshot: 0,
  trades: 'cursor',
  bbo: 'cursor',
  indicator: 'cursor',
  symbols: 'cursor',
  search: 1,
  splitCalendar: 0,
  dividendCalendar: 0,
  ipoCalendar: 0,
  earningsCalendar: 0,
  fundamentals: 0,
  splits: 0,
  dividends: 0,
  factors: 0,
  ipos: 0,
} as const
export type PagedName = keyof typeof paging

/** Calls whose pages go forward in time with `from`, otherwise back, unless `order` sets the direction. */
export const ordered: ReadonlySet<string> = new Set(['kline', 'trades', 'bbo', 'indicator'])
