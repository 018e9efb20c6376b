import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { namesOf } from '../record.ts'
import { defineRoute } from '../route.ts'
import { barRoutes, indicatorRoutes } from './bars.ts'
import { calendarRoutes, companyRoutes } from './company.ts'
import { eventRoutes } from './events.ts'
import { always, amount, assetClass, route, text, time } from './fields.ts'
import { liveRoutes } from './live.ts'
import { marketRoutes } from './markets.ts'
import { symbolRoutes } from './symbols.ts'
import { udfRoutes } from './udf.ts'

/**
 * The data REST, stated once: what each call is named, takes and answers. OpenAPI, the docs and the clients derive from it, and a
 * test holds every answer of the gateway against it. Every call here answers in the envelope.
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
  limits: route(
    '/account/limits',
    "The plan's limits, and what of this minute is left",
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

/** Files instead of envelopes: gzip over CSV. */
export const fileRoutes = {
  dayFile: defineRoute({
    method: 'GET',
    path: '/files/{class}/{region}/{date}.csv.gz',
    summary: 'Every stored bar of a class and region of one finished UTC day, packed CSV; paid plans',
    auth: 'key',
    params: assetClass.extend({
      region: text.describe('as in the other calls'),
      date: z.iso.date().describe('the UTC day, yesterday at the latest'),
    }),
    query: z.object({
      interval: z.enum(['1m', '1d']).optional().describe('bars stored at this interval, default 1m'),
    }),
    data: text.describe('code,exchange,time,open,high,low,close,volume,turnover; time in ms UTC'),
    errors: [
      ...always,
      'key_in_query',
      'not_in_plan',
      'invalid_time',
      'invalid_interval',
      'unknown_class',
      'not_found',
    ],
  }),
}

export type DataRoutes = typeof dataRoutes
export type DataName = keyof DataRoutes

/** Every call of the data origin by its name, whatever form its answer has. */
export const gatewayRoutes = { ...dataRoutes, ...udfRoutes, ...fileRoutes }
export type GatewayName = keyof typeof gatewayRoutes
export const gatewayNames: readonly GatewayName[] = namesOf(gatewayRoutes)

/** What stands under `data`. */
export type DataOutput<N extends DataName> = z.infer<DataRoutes[N]['data']>
