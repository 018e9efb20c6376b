import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { assetClasses, dataSources, intervals } from '../../market.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const time = z.number().describe('ms')

const source = z.object({
  source: z.enum(dataSources),
  class: z.enum(assetClasses),
  rank: z.number().describe('1: the bars of this source take precedence over the bars of all other sources'),
  state: z.enum(['live', 'silent', 'closed']),
  at: time.describe('when the newest event of the source was published, ms'),
  rate: z.number().describe('events a second'),
  lagMs: z.number().describe('ms from the newest trade of the source to the tape'),
})
export type SourceRow = z.infer<typeof source>

const recording = z.object({
  class: z.enum(assetClasses),
  behindMs: z.number().nullable().describe('ms by which history is behind the tape; null: nothing is recorded'),
  notedAt: time.nullable(),
  gaps: z.number().describe('parts of the tape lost before they were recorded, in the last 24 hours'),
  newestGapAt: time.nullable(),
})
export type RecordingRow = z.infer<typeof recording>

const imported = z.object({ class: z.string(), series: z.number(), last: time, updatedAt: time })
export type ImportedRow = z.infer<typeof imported>

const followed = z.object({
  source: z.string(),
  state: z.enum(['connecting', 'live', 'silent', 'waiting', 'refused', 'stopped']),
  note: z.string().describe('the reason for the state; empty without a reason'),
  since: time.describe('the beginning of this state, ms'),
  heardAt: time.nullable(),
  instruments: z.number().describe('the number of instruments that have sent events'),
  gaps: z.number().describe('gaps that were noticed in the last 24 hours'),
  openGaps: z.number().describe('gaps that are not filled yet'),
})
export type FollowedRow = z.infer<typeof followed>

const pushing = z.object({
  source: z.string(),
  heardAt: time.nullable(),
  instruments: z.number().describe('the number of instruments that the source has fed'),
  state: z.enum(['live', 'silent', 'never']),
})
export type PushingRow = z.infer<typeof pushing>

const order = z.object({
  scope: z.string().describe('`*`, a class, or an instrument as `stock:AAPL$US`'),
  sources: z.array(z.string()),
})
export type SourceOrderRow = z.infer<typeof order>

const change = z.object({ key: z.string(), source: z.string(), before: z.string(), at: time })
export type SourceSwitchRow = z.infer<typeof change>

export const orderSourcesRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/sources/order',
  summary: 'Sets the order of precedence of sources; without sources the order of the wider scope applies again',
  auth: 'staff',
  verb: 'source.order',
  body: z.strictObject({ scope: z.string().min(1).max(80), sources: z.array(z.string().max(32)).max(20) }),
  data: nothing,
  errors: [...staffErrors, 'invalid_parameter', 'unknown_symbol'],
})

export const readSourcesRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/sources',
  summary: 'The sources of data, its age, and the state of its recording',
  auth: 'staff',
  verb: 'source.list',
  data: z.object({
    isReported: z.boolean().describe('whether any gateway reports the events that it received'),
    sources: z.array(source),
    followed: z.array(followed),
    pushing: z.array(pushing),
    orders: z.array(order),
    switches: z.array(change),
    recordings: z.array(recording),
    imports: z.array(imported),
  }),
  errors: staffErrors,
})

const kind = z.object({
  kind: z.string().describe('an interval, or `ticks`'),
  instruments: z.number(),
  rows: z.number(),
  first: time,
  last: time,
})

const recent = z.object({
  interval: z.enum(intervals),
  instruments: z.number().describe('instruments that have such bars, stored or built from finer bars'),
  present: z.number().describe('bars of the last 30 trading days, including finished weeks and months'),
  expected: z.number().describe('bars expected by the trading calendar'),
})

const coveredExchange = z.object({
  class: z.enum(assetClasses),
  exchange: z.string(),
  instruments: z.number().describe('instruments that are not delisted'),
  kinds: z.array(kind),
  recent: z.array(recent),
})
export type CoveredExchangeRow = z.infer<typeof coveredExchange>

export const readCoverageRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/coverage',
  summary: 'The stored data of each class and exchange, by the last count',
  auth: 'staff',
  verb: 'coverage.list',
  data: z.object({
    counted: z.object({ at: time, ms: z.number().describe('how long the count took') }).nullable(),
    places: z.array(coveredExchange),
  }),
  errors: staffErrors,
})
