import { z } from 'zod'
import { assetClasses, dataSources } from '../../market.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const time = z.number().describe('ms')

const source = z.object({
  source: z.enum(dataSources),
  class: z.enum(assetClasses),
  rank: z.number().describe('1: its bars win over those of all others'),
  state: z.enum(['live', 'silent', 'closed']),
  at: time.describe('when its newest event was published, ms'),
  rate: z.number().describe('events a second'),
  lagMs: z.number().describe('from its newest trade to the tape'),
})
export type SourceRow = z.infer<typeof source>

const recording = z.object({
  class: z.enum(assetClasses),
  behindMs: z.number().nullable().describe('0: all of the tape is in history; null: nothing is recorded'),
  notedAt: time.nullable(),
  gaps: z.number().describe('parts of the tape lost before they were recorded, in the last 24 hours'),
  newestGapAt: time.nullable(),
})
export type RecordingRow = z.infer<typeof recording>

const imported = z.object({ class: z.string(), series: z.number(), last: time, updatedAt: time })
export type ImportedRow = z.infer<typeof imported>

export const readSourcesRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/sources',
  summary: 'Where data comes from, how fresh it is, and whether all of it is recorded',
  auth: 'staff',
  data: z.object({
    isReported: z.boolean().describe('whether any gateway reports what it sees'),
    sources: z.array(source),
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

const place = z.object({
  class: z.enum(assetClasses),
  exchange: z.string(),
  instruments: z.number().describe('that are not delisted'),
  kinds: z.array(kind),
})
export type CoveredPlaceRow = z.infer<typeof place>

export const readCoverageRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/coverage',
  summary: 'What is stored of each class and exchange, as it was counted last',
  auth: 'staff',
  data: z.object({
    counted: z.object({ at: time, ms: z.number().describe('how long the count took') }).nullable(),
    places: z.array(place),
  }),
  errors: staffErrors,
})
