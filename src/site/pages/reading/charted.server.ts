import { demoSymbols } from '../../chart/state/symbols/demo-symbols.ts'
import { tickerOf } from '../../chart/state/symbols/symbol.ts'

/** The tickers that articles and guides may show live to every reader: the instruments of the demo key. */
export const charted = demoSymbols(String).map(tickerOf)
