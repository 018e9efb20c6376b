/** Live spreadsheet links of an account. */
export const sheetLinksMax = 20
/** Instruments of a table of prices. */
export const sheetSymbolsMax = 50
/** Rows of a table of bars. */
export const sheetRowsMax = 1_000

export const sheetKinds = ['bars', 'prices'] as const
export type SheetKind = (typeof sheetKinds)[number]

/** The intervals that the page offers; the call knows all. */
export const sheetIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const
