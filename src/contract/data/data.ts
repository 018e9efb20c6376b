import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { namesOf } from '../record.ts'
import { defineRoute } from '../route.ts'
import { barRoutes, indicatorRoutes } from './bars.ts'
import { calendarRoutes, companyRoutes } from './company.ts'
import { eventRoutes } from './events.ts'
import { always, amount, assetClass, format, route, text, time } from './fields.ts'
import { liveRoutes } from './live.ts'
import { marketRoutes } from './markets.ts'
import { symbolRoutes } from './symbols.ts'
import { udfRoutes } from './udf.ts'

export const fileForms = ['csv.gz', 'parquet'] as const
export type FileForm = (typeof fileForms)[number]

/** The kinds of day files and their columns; `time` is in ms UTC. */
export const fileColumns = {
  bars: ['code', 'exchange', 'time', 'open', 'high', 'low', 'close', 'volume', 'turnover'],
  trades: ['code', 'exchange', 'time', 'price', 'volume', 'side', 'session', 'seq'],
  bbo: ['code', 'exchange', 'time', 'bid', 'bid_volume', 'ask', 'ask_volume', 'seq'],
} as const
export const fileKinds = namesOf(fileColumns)
export type FileKind = keyof typeof fileColumns
const fileQuery = {
  kind: z.enum(fileKinds).optional().describe('the content of the file, default bars'),
  interval: z.enum(['1m', '1d']).optional().describe('the interval of bars, default 1m'),
}

/**
 * Every call of the data REST with its name, input and response. OpenAPI, the docs and the clients derive from it, and
 * tests check responses of the gateway against it. Every call here responds with the envelope.
 */
export const dataRoutes = {
  ...barRoutes,
  ...liveRoutes,
  ...eventRoutes,
  ...indicatorRoutes,
  ...symbolRoutes,
  ...marketRoutes,
  ...calendarRoutes,
  ...companyRoutes,
  files: route(
    '/files',
    'The days of a class and region that have a file, with the checksums of the files that were made',
    {
      type: z.enum(assetClasses).meta({ examples: ['stock'] }),
      region: text.describe('the region, as in the other calls').meta({ examples: ['US'] }),
      ...fileQuery,
      form: z.enum(fileForms).optional().describe('the format of the file, default csv.gz'),
      from: text.optional().describe('first UTC day; at most 366 days'),
      to: text.optional().describe('last UTC day, default yesterday'),
      ...format,
    },
    z.array(
      z.object({
        date: z.iso.date(),
        path: text.describe('the path of the file'),
        rows: amount.describe('null until the file is first requested'),
        bytes: amount,
        sha256: text.nullable(),
        modified: time.nullable().describe('the time of the last change of the bytes, ms UTC'),
      }),
    ),
    [
      ...always,
      'missing_parameter',
      'not_in_plan',
      'invalid_parameter',
      'invalid_time',
      'invalid_interval',
      'range_reversed',
      'not_found',
      'invalid_format',
    ],
  ),
  limits: route(
    '/account/limits',
    "The plan's limits, and the remaining requests of this minute",
    {},
    z.object({
      plan: text,
      level: text,
      market: text,
      expiresAt: time,
      symbolType: z.array(z.enum(assetClasses)),
      perMinute: amount,
      used: amount,
      remaining: amount,
      resetAt: time.nullable(),
      sockets: amount,
      subscriptions: amount,
    }),
    always,
  ),
}

/** Routes that respond with files instead of envelopes. */
export const fileRoutes = {
  dayFile: defineRoute({
    method: 'GET',
    path: '/files/{class}/{region}/{date}.{form}',
    summary:
      'All bars, trades or best quotes of a class and region of one finished UTC day, as packed CSV or Parquet; paid plans',
    auth: 'key',
    params: assetClass.extend({
      region: text.describe('the region, as in the other calls'),
      date: z.iso.date().describe('the UTC day, yesterday at the latest'),
      form: z.enum(fileForms).describe('CSV packed with gzip, or Parquet'),
    }),
    query: z.object(fileQuery),
    data: text.describe(
      namesOf(fileColumns)
        .map((kind) => `${kind}: ${fileColumns[kind].join(',')}`)
        .join('; '),
    ),
    errors: [
      ...always,
      'key_in_query',
      'not_in_plan',
      'invalid_parameter',
      'invalid_time',
      'invalid_interval',
      'unknown_class',
      'not_found',
      'range_not_satisfiable',
    ],
  }),
}

export type DataRoutes = typeof dataRoutes
export type DataName = keyof DataRoutes

/** Every call of the data origin by its name, whatever the form of its response. */
export const gatewayRoutes = { ...dataRoutes, ...udfRoutes, ...fileRoutes }
export type GatewayName = keyof typeof gatewayRoutes
export const gatewayNames: readonly GatewayName[] = namesOf(gatewayRoutes)

export type DataOutput<N extends DataName> = z.infer<DataRoutes[N]['data']>
