import { z } from 'zod'
import type { ErrorName } from '../errors.ts'
import { assetClasses, dataSources, sessionChoices } from '../market.ts'
import { defineRoute } from '../route.ts'

/* Fields, parameters and refusals that several parts of the data REST share. */

export const time = z.number().int().describe('in ms, UTC')
export const price = z.number().describe('in the quote currency')
export const percent = z.number().describe('in percent')
export const text = z.string()

/** A whole number in the query, with its bounds and default. The gateway's parser and OpenAPI both use it. */
export function whole(min: number, max: number, standard: number) {
  return z.int().min(min).max(max).default(standard)
}
/** Like `whole`, but without a default, because the absence of the parameter has its own meaning. */
export function wholeOrNone(min: number, max: number) {
  return z.int().min(min).max(max).optional()
}

export const formats = ['json', 'csv', 'ndjson'] as const
/** Formats of responses that are long series of numbers. */
export const tableFormats = [...formats, 'parquet', 'arrow'] as const
export type Format = (typeof tableFormats)[number]
export const source = z
  .string()
  .describe(
    'the source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions',
  )

export const listingFields = {
  region: text
    .optional()
    .describe('the country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto')
    .meta({ examples: ['US'] }),
  exchange: text.optional().describe('the exchange, if the code is listed on several exchanges of the region'),
}
export const one = {
  code: text
    .describe('AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too')
    .meta({ examples: ['AAPL'] }),
  ...listingFields,
}
export const many = {
  codes: text.describe('up to 100 codes, separated by commas').meta({ examples: ['AAPL,MSFT'] }),
  ...listingFields,
}
export const format = {
  format: z.enum(formats).optional().describe('the format; the header Accept works too'),
  csv: z.enum(['spreadsheet']).optional().describe('CSV in which a spreadsheet reads no cell as a formula'),
  tz: text
    .optional()
    .describe('time zone of the text times in CSV')
    .meta({ examples: ['Asia/Hong_Kong'] }),
}

export const tableFormat = {
  ...format,
  format: z.enum(tableFormats).optional().describe('the format; the header Accept works too'),
}

/** Choices of rows and columns of a series. */
export const rowChoice = {
  source: z
    .enum(dataSources)
    .optional()
    .describe('only rows of this source; bars that are built from finer bars then use only such rows'),
  columns: text
    .optional()
    .describe(
      'the columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of bars, are only returned on request; JSON always has `final`',
    )
    .meta({ examples: ['t,c,source'] }),
}
export const session = z
  .enum(sessionChoices)
  .optional()
  .describe('stocks and funds: `extended` is before and after the regular session')
/** The description of a column that rows have only if `columns` names it. */
export const onRequest = 'only with `columns`'
export const rowSource = z.enum(dataSources).optional().describe(onRequest)

export const amount = z.number().nullable()

/** Parameters of a time range that is read in pages. */
export const span = {
  from: text
    .optional()
    .describe('the beginning of the range, included; written like `to`')
    .meta({ examples: ['2024-11-01'] }),
  to: text
    .optional()
    .describe(
      'the end of the range, included: 8 digits are a date (UTC), 12 digits or more ms, fewer s; else ISO 8601',
    ),
  limit: whole(1, 5_000, 100).describe('the maximum number of rows'),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('the direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`'),
  cursor: text.optional().describe('`nextCursor` of the previous response'),
}

export const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    content: z.array(row),
    totalPages: z.number().int(),
    totalElements: z.number().int(),
    page: z.number().int().describe('the number of the page, from 0'),
    last: z.boolean(),
    size: z.number().int(),
  })
export const symbolRow = z.object({ c: text, n: text, t: z.enum(assetClasses), e: text, r: text })

export const always: readonly ErrorName[] = [
  'key_missing',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'plan_expired',
  'not_in_scope',
  'network_not_allowed',
  'rate_limited',
]
export const ofOne: readonly ErrorName[] = [
  ...always,
  'missing_parameter',
  'invalid_symbol',
  'unknown_symbol',
  'not_in_plan',
]
export const ofMany: readonly ErrorName[] = [...always, 'missing_parameter', 'too_many_symbols']
/** The refusals of a choice of format, and of the time zone in CSV. */
export const ofFormat = ['invalid_format', 'invalid_parameter'] as const
export const ofSpan: readonly ErrorName[] = [
  ...ofOne,
  'invalid_time',
  'invalid_limit',
  'invalid_cursor',
  'invalid_parameter',
  'range_reversed',
  'invalid_format',
]
export const ofRange: readonly ErrorName[] = [...ofSpan, 'invalid_interval']

export const assetClass = z.object({ class: z.enum(assetClasses) })

/** One call of the data REST. `{class}` in its path is an asset class. */
export function route<const P extends string, Q extends z.ZodRawShape, D extends z.ZodType>(
  path: P,
  summary: string,
  query: Q,
  data: D,
  errors: readonly ErrorName[] = ofOne,
) {
  const params = path.includes('{class}') ? { params: assetClass } : {}
  return defineRoute({ method: 'GET', path, summary, auth: 'key', ...params, query: z.object(query), data, errors })
}
