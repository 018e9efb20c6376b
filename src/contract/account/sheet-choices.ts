/** The maximum number of working sheet links of an account. */
export const sheetLinksMax = 20
/** The maximum number of instruments in a table of prices. */
export const sheetSymbolsMax = 50
/** The maximum number of rows in a table of bars. */
export const sheetRowsMax = 1_000

export const sheetKinds = ['bars', 'prices'] as const
export type SheetKind = (typeof sheetKinds)[number]

/** The intervals that the page of spreadsheet links offers. The API accepts every interval. */
export const sheetIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const
