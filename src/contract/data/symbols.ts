import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { always, format, one, route, symbolRow, text, time, whole } from './fields.ts'

const symbolInfo = symbolRow.extend({
  n: text.describe('the same code, for charts that request bars by the old protocol'),
  b: text.describe('the name, in the language of `lang`'),
  d: text.describe('the English name'),
  tz: text,
  m: z.number().describe('the smallest price step times `ps`'),
  ps: z.number().describe('price scale: 100 for two decimals'),
  si: text.describe('id of the session from which daily bars are built'),
  sb: z.array(z.object({ id: text, session: text })),
  cur: text,
  lot: z.number(),
  id: text.describe('permanent id'),
  state: z.enum(['listed', 'suspended', 'delisted']),
  isin: text,
  root: text.optional().describe('for a dated contract: its root code'),
  main: text.optional().describe('for a root code: the dated contract that it means today'),
  expires: text.optional(),
  status: z.enum(['regular', 'pre', 'after', 'closed']),
  next: z.object({ at: time, to: z.enum(['open', 'closed']) }).nullable(),
  locked: text
    .optional()
    .describe(
      'only for the public key and the site, if the prices are not included: the plan that includes the prices; empty if no plan does',
    ),
})

const holidayRow = z.object({
  c: text.describe('the requested market: a country or an exchange'),
  r: text.describe('country'),
  d: text.describe('date'),
  t: text.describe('usual hours of the market, "|" between sessions'),
  z: text.describe('time zone'),
  v: text.describe('name'),
  exchange: text,
  early: text.optional().describe('hours of a short day; absent when the market is closed all day'),
})

const searchRow = z.object({
  id: text,
  symbol: text,
  description: text,
  type: z.enum(assetClasses),
  exchange: text,
  prefix: text,
  country: text,
  logoid: text,
  baseCurrencyLogoid: text,
  currencyLogoid: text,
  providerId: text,
})

export const listQuery = {
  type: z.enum(assetClasses).optional(),
  region: text.optional(),
  code: text.optional().describe('the beginning of a code, words of a name, pinyin, or any usual spelling'),
  delisted: z
    .enum(['only', 'without'])
    .optional()
    .describe('`only`: delisted instruments only; `without`: no delisted instruments'),
  limit: whole(1, 20_000, 20_000).describe('the maximum number of rows; with `code` at most 100'),
  cursor: text.optional(),
  ...format,
}

export const searchQuery = {
  code: text.optional(),
  type: z.enum([...assetClasses, 'all']).optional(),
  region: text.optional(),
  page: whole(1, 100_000, 1).describe('the number of the page, from 1'),
  size: whole(1, 30, 30),
}

export const symbolRoutes = {
  symbols: route(
    '/symbol/list',
    'Instruments of a class and region; with `code`, the 100 best matches',
    listQuery,
    z.array(symbolRow),
    always,
  ),
  symbol: route(
    '/symbol/info',
    'One instrument with its trading hours and price step',
    { ...one, type: z.enum(assetClasses).optional() },
    symbolInfo,
  ),
  holidays: route(
    '/symbol/v2/holidays',
    'Holidays and short days; empty for a market whose holidays are unknown',
    {
      code: text.optional().describe('a region, exchange or MIC; default: all markets'),
      from: text
        .optional()
        .describe('first date; default: the first known date, or without `code` the beginning of the year before last'),
      to: text.optional().describe('last date'),
      ...format,
    },
    z.array(holidayRow),
    [...always, 'invalid_parameter', 'invalid_time', 'range_reversed'],
  ),
  search: route(
    '/symbol/web/page',
    'Instruments that match a search, in pages',
    searchQuery,
    z.object({
      content: z.array(searchRow),
      page: z.number().int(),
      size: z.number().int(),
      last: z.boolean(),
      totalElements: z.number().int(),
    }),
    [...always, 'not_in_plan', 'invalid_parameter'],
  ),
}
