import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { assetClasses } from '../../market.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const time = z.number().describe('ms')

/** The scope of a job: one instrument, a class and region, or everything. Days as `2026-01-31`, both included. */
const scope = z.object({
  symbol: z.string().max(60).optional().describe('`stock:AAPL$US`; class and region are then ignored'),
  class: z.enum(assetClasses).optional(),
  region: z.string().max(4).optional(),
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
})
const way = z
  .enum(['missing', 'all'])
  .describe('missing: minutes that are not stored; all: also stored minutes that differ')

const job = z.object({
  id: z.string(),
  kind: z.enum(['verify', 'recompute']),
  about: z.string().describe('the instrument, or class and region; empty: all'),
  from: time.nullable(),
  to: time.nullable(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
  version: z.number(),
  done: z.number().describe('the number of finished instruments'),
  total: z.number(),
  result: z.record(z.string(), z.number()).describe('findings, mended · added, changed'),
  begunAt: time,
  changedAt: time,
})
export type DataJobRow = z.infer<typeof job>

const startErrors = [...staffErrors, 'not_found', 'invalid_parameter', 'missing_parameter', 'conflict'] as const

export const listJobsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/data-jobs',
  summary: 'Checks and recomputations of stored bars, the newest first, at most 20',
  auth: 'staff',
  verb: 'job.list',
  data: z.array(job),
  errors: staffErrors,
})

export const startCheckRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/data-jobs/verify',
  summary: 'Checks stored bars in the background and records findings for a person',
  auth: 'staff',
  verb: 'bars.verify',
  body: scope,
  data: z.object({ id: z.string() }),
  errors: startErrors,
})

export const previewRecomputeRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/data-jobs/recompute',
  summary: 'The number of minutes that a recomputation would add and change',
  auth: 'staff',
  verb: 'bars.recompute_preview',
  query: scope.extend({ way: way.default('missing') }),
  data: z.object({
    instruments: z.number().describe('the number of instruments with recorded ticks in the period'),
    counted: z.number().describe('the number of instruments that were counted within two seconds'),
    added: z.number(),
    changed: z.number(),
    samples: z
      .array(
        z.object({
          key: z.string(),
          time,
          before: z.array(z.number()).nullable().describe('open, high, low, close, volume; null: not stored'),
          after: z.array(z.number()),
        }),
      )
      .describe('the first few changes'),
  }),
  errors: [...startErrors, 'history_unavailable'],
})
export type RecomputeEffect = z.infer<typeof previewRecomputeRoute.data>

export const startRecomputeRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/data-jobs/recompute',
  summary: 'Builds stored minutes again from recorded ticks, in the background',
  auth: 'staff',
  verb: 'bars.recompute',
  body: scope.extend({ way }),
  data: z.object({ id: z.string() }),
  errors: startErrors,
})

const id = z.object({ id: z.string().regex(/^\d{1,18}$/) })

export const stopJobRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/data-jobs/{id}/stop',
  summary: 'Stops a job after the instruments of its present step',
  auth: 'staff',
  verb: 'job.steer',
  params: id,
  body: z.object({ version: z.number().int().min(0).nullable() }),
  data: nothing,
  errors: [...staffErrors, 'conflict', 'changed_meanwhile'],
})

export const resumeJobRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/data-jobs/{id}/resume',
  summary: 'Continues a stopped or failed job after the last finished instrument',
  auth: 'staff',
  verb: 'job.steer',
  params: id,
  body: z.object({ version: z.number().int().min(0).nullable() }),
  data: nothing,
  errors: [...staffErrors, 'conflict', 'changed_meanwhile'],
})
