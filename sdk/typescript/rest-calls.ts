// Written by npm run sdk from the contract; do not edit.

import { type Answer, type CallOptions, Rest } from './rest.ts'
import type { KlineInput, KlinesInput, TickInput, TicksInput, QuoteInput, QuotesInput, DepthInput, SnapshotInput, MoversInput, DepthsInput, TradesInput, BboInput, IndicatorInput, SymbolsInput, SymbolInput, HolidaysInput, SearchInput, MarketStatusInput, ExchangesInput, CoverageInput, ConvertInput, SplitCalendarInput, DividendCalendarInput, IpoCalendarInput, EarningsCalendarInput, CompanyInput, FundamentalsInput, SplitsInput, DividendsInput, FactorsInput, IposInput, FilesInput, LimitsInput } from './calls/inputs.ts'
import type { Bar, BestQuote, Company, Conversion, Coverage, DayFile, Depth, Dividend, Earnings, Exchange, Factor, FoundSymbol, Holiday, IndicatorRow, Instrument, Ipo, Limits, Listing, MarketStatus, Movers, Page, Quote, Split, Statement, Tick, Trade } from './calls/shapes.ts'

/** Every data call of the gateway as a method. Times are in ms UTC and prices in the quote currency, unless a field says otherwise. */
export class RestCalls extends Rest {
  /**
   * Bars of one instrument, oldest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`, `invalid_format`, `invalid_interval`.
   * @example
   * const { data } = await market.rest.kline({ class: 'stock', region: 'US', code: 'AAPL', interval: '1d', limit: 3 })
   */
  kline(input: KlineInput, options: CallOptions = {}): Promise<Answer<Bar[]>> {
    return this.get('kline', input, options)
  }

  /**
   * Bars of many instruments by code.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`, `invalid_format`, `invalid_interval`, `too_many_symbols`.
   * @example
   * const { data } = await market.rest.klines({ class: 'stock', region: 'US', codes: 'AAPL,MSFT', interval: '1d', limit: 2 })
   */
  klines(input: KlinesInput, options: CallOptions = {}): Promise<Answer<Record<string, Bar[]>>> {
    return this.get('klines', input, options)
  }

  /**
   * The newest trade.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_format`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.tick({ class: 'stock', region: 'US', code: 'AAPL' })
   */
  tick(input: TickInput, options: CallOptions = {}): Promise<Answer<Tick | null>> {
    return this.get('tick', input, options)
  }

  /**
   * The newest trades by code.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `too_many_symbols`, `invalid_format`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.ticks({ class: 'stock', region: 'US', codes: 'AAPL,MSFT' })
   */
  ticks(input: TicksInput, options: CallOptions = {}): Promise<Answer<Record<string, Tick>>> {
    return this.get('ticks', input, options)
  }

  /**
   * The quote of one instrument: newest price, and figures of the current session.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_format`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.quote({ class: 'stock', region: 'US', code: 'AAPL' })
   */
  quote(input: QuoteInput, options: CallOptions = {}): Promise<Answer<Quote | null>> {
    return this.get('quote', input, options)
  }

  /**
   * The quotes of several instruments, by code.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `too_many_symbols`, `invalid_format`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.quotes({ class: 'stock', region: 'US', codes: 'AAPL,MSFT' })
   */
  quotes(input: QuotesInput, options: CallOptions = {}): Promise<Answer<Record<string, Quote>>> {
    return this.get('quotes', input, options)
  }

  /**
   * The order book, best level first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`.
   * @example
   * const { data } = await market.rest.depth({ class: 'stock', region: 'US', code: 'AAPL' })
   */
  depth(input: DepthInput, options: CallOptions = {}): Promise<Answer<Depth | null>> {
    return this.get('depth', input, options)
  }

  /**
   * The newest quotes of a whole market, by code.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `invalid_format`.
   * @example
   * const { data } = await market.rest.snapshot({ class: 'forex', region: 'GB' })
   */
  snapshot(input: SnapshotInput, options: CallOptions = {}): Promise<Answer<Page<Quote>>> {
    return this.get('snapshot', input, options)
  }

  /**
   * The greatest gains, losses or turnovers of a market.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_limit`, `invalid_format`.
   * @example
   * const { data } = await market.rest.movers({ class: 'stock', region: 'US', by: 'active', limit: 2 })
   */
  movers(input: MoversInput, options: CallOptions = {}): Promise<Answer<Movers>> {
    return this.get('movers', input, options)
  }

  /**
   * Order books by code.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `too_many_symbols`.
   * @example
   * const { data } = await market.rest.depths({ class: 'crypto', region: 'BA', codes: 'BTCUSD' })
   */
  depths(input: DepthsInput, options: CallOptions = {}): Promise<Answer<Record<string, Depth>>> {
    return this.get('depths', input, options)
  }

  /**
   * Recorded trades of one instrument, oldest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`, `invalid_format`.
   * @example
   * const { data } = await market.rest.trades({ class: 'stock', region: 'US', code: 'AAPL', limit: 3 })
   */
  trades(input: TradesInput, options: CallOptions = {}): Promise<Answer<Trade[]>> {
    return this.get('trades', input, options)
  }

  /**
   * Recorded best bids and offers of one instrument, oldest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`, `invalid_format`.
   * @example
   * const { data } = await market.rest.bbo({ class: 'stock', region: 'US', code: 'AAPL', limit: 2 })
   */
  bbo(input: BboInput, options: CallOptions = {}): Promise<Answer<BestQuote[]>> {
    return this.get('bbo', input, options)
  }

  /**
   * The values of an indicator, one row per bar; null where too few bars precede.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`, `invalid_format`, `invalid_interval`.
   * @example
   * const { data } = await market.rest.indicator({ class: 'stock', region: 'US', code: 'AAPL', interval: '1d', name: 'macd', limit: 3 })
   */
  indicator(input: IndicatorInput, options: CallOptions = {}): Promise<Answer<IndicatorRow[]>> {
    return this.get('indicator', input, options)
  }

  /**
   * Instruments of a class and region; with `code`, the 100 best matches.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`.
   * @example
   * const { data } = await market.rest.symbols({ type: 'stock', region: 'HK', limit: 3 })
   */
  symbols(input: SymbolsInput = {}, options: CallOptions = {}): Promise<Answer<Listing[]>> {
    return this.get('symbols', input, options)
  }

  /**
   * One instrument with its trading hours and price step.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`.
   * @example
   * const { data } = await market.rest.symbol({ region: 'US', code: 'AAPL' })
   */
  symbol(input: SymbolInput, options: CallOptions = {}): Promise<Answer<Instrument>> {
    return this.get('symbol', input, options)
  }

  /**
   * Holidays and short days; empty for a market whose holidays are unknown.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_time`, `range_reversed`.
   * @example
   * const { data } = await market.rest.holidays({ code: 'HKEX', from: '2024-01-01' })
   */
  holidays(input: HolidaysInput = {}, options: CallOptions = {}): Promise<Answer<Holiday[]>> {
    return this.get('holidays', input, options)
  }

  /**
   * Instruments that match a search, in pages.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.search({ code: 'apple', size: 2 })
   */
  search(input: SearchInput = {}, options: CallOptions = {}): Promise<Answer<Page<FoundSymbol>>> {
    return this.get('search', input, options)
  }

  /**
   * The status of exchanges, and their next status.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_format`.
   * @example
   * const { data } = await market.rest.marketStatus({ exchange: 'NASDAQ' })
   */
  marketStatus(input: MarketStatusInput = {}, options: CallOptions = {}): Promise<Answer<MarketStatus[]>> {
    return this.get('marketStatus', input, options)
  }

  /**
   * The exchanges, with their hours and number of instruments.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_format`.
   * @example
   * const { data } = await market.rest.exchanges()
   */
  exchanges(input: ExchangesInput = {}, options: CallOptions = {}): Promise<Answer<Exchange[]>> {
    return this.get('exchanges', input, options)
  }

  /**
   * The stored data by class, exchange and interval.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_format`.
   * @example
   * const { data } = await market.rest.coverage({ type: 'stock' })
   */
  coverage(input: CoverageInput = {}, options: CallOptions = {}): Promise<Answer<Coverage[]>> {
    return this.get('coverage', input, options)
  }

  /**
   * The value of an amount in another currency.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `invalid_format`.
   * @example
   * const { data } = await market.rest.convert({ from: 'EUR', to: 'USD', amount: 250 })
   */
  convert(input: ConvertInput, options: CallOptions = {}): Promise<Answer<Conversion | null>> {
    return this.get('convert', input, options)
  }

  /**
   * Splits by day.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `range_reversed`.
   * @example
   * const { data } = await market.rest.splitCalendar({ from: '2020-08-01', to: '2020-08-31' })
   */
  splitCalendar(input: SplitCalendarInput = {}, options: CallOptions = {}): Promise<Answer<Page<Split>>> {
    return this.get('splitCalendar', input, options)
  }

  /**
   * Dividends by ex-date.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `range_reversed`.
   * @example
   * const { data } = await market.rest.dividendCalendar({ from: '2025-11-01', to: '2025-11-30' })
   */
  dividendCalendar(input: DividendCalendarInput = {}, options: CallOptions = {}): Promise<Answer<Page<Dividend>>> {
    return this.get('dividendCalendar', input, options)
  }

  /**
   * IPOs by day of listing.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `range_reversed`.
   * @example
   * const { data } = await market.rest.ipoCalendar({ from: '2025-06-01', to: '2025-07-31' })
   */
  ipoCalendar(input: IpoCalendarInput = {}, options: CallOptions = {}): Promise<Answer<Page<Ipo>>> {
    return this.get('ipoCalendar', input, options)
  }

  /**
   * Earnings reports by day of publication.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `range_reversed`.
   * @example
   * const { data } = await market.rest.earningsCalendar({ from: '2025-10-01', to: '2025-10-31' })
   */
  earningsCalendar(input: EarningsCalendarInput = {}, options: CallOptions = {}): Promise<Answer<Page<Earnings>>> {
    return this.get('earningsCalendar', input, options)
  }

  /**
   * Data about the company of a share.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`.
   * @example
   * const { data } = await market.rest.company({ region: 'US', code: 'AAPL' })
   */
  company(input: CompanyInput, options: CallOptions = {}): Promise<Answer<Company>> {
    return this.get('company', input, options)
  }

  /**
   * Statements and ratios by period, newest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`.
   * @example
   * const { data } = await market.rest.fundamentals({ region: 'US', code: 'AAPL', size: 2 })
   */
  fundamentals(input: FundamentalsInput, options: CallOptions = {}): Promise<Answer<Page<Statement>>> {
    return this.get('fundamentals', input, options)
  }

  /**
   * Splits, newest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.splits({ region: 'US', code: 'AAPL' })
   */
  splits(input: SplitsInput = {}, options: CallOptions = {}): Promise<Answer<Page<Split>>> {
    return this.get('splits', input, options)
  }

  /**
   * Dividends, newest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.dividends({ region: 'US', code: 'AAPL', size: 2 })
   */
  dividends(input: DividendsInput = {}, options: CallOptions = {}): Promise<Answer<Page<Dividend>>> {
    return this.get('dividends', input, options)
  }

  /**
   * Adjustment factors, newest first.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`, `not_in_plan`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.factors({ region: 'US', code: 'AAPL' })
   */
  factors(input: FactorsInput = {}, options: CallOptions = {}): Promise<Answer<Page<Factor>>> {
    return this.get('factors', input, options)
  }

  /**
   * Planned and recent IPOs.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `invalid_parameter`.
   * @example
   * const { data } = await market.rest.ipos({ type: 'recent', region: 'US' })
   */
  ipos(input: IposInput = {}, options: CallOptions = {}): Promise<Answer<Page<Ipo>>> {
    return this.get('ipos', input, options)
  }

  /**
   * The days of a class and region that have a file, with the checksums of the files that were made.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`, `missing_parameter`, `not_in_plan`, `invalid_parameter`, `invalid_time`, `invalid_interval`, `range_reversed`, `not_found`, `invalid_format`.
   * @example
   * const { data } = await market.rest.files({ type: 'stock', region: 'US', interval: '1d', from: '2025-12-20', to: '2025-12-22' })
   */
  files(input: FilesInput, options: CallOptions = {}): Promise<Answer<DayFile[]>> {
    return this.get('files', input, options)
  }

  /**
   * The plan's limits, and the remaining requests of this minute.
   *
   * Errors: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`, `network_not_allowed`, `rate_limited`.
   * @example
   * const { data } = await market.rest.limits()
   */
  limits(input: LimitsInput = {}, options: CallOptions = {}): Promise<Answer<Limits>> {
    return this.get('limits', input, options)
  }
}
