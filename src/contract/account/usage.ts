import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { developers, everyRole } from '../team/team-role.ts'
import { noBody, nothing } from './shapes.ts'

export const usageSteps = ['minute', 'hour', 'day'] as const
export type UsageStep = (typeof usageSteps)[number]

const keyQuery = z.string().max(64).optional()
const query = z.object({
  key: keyQuery.describe('a key id; default: all keys, and the limit of the first key'),
  from: z.string().optional().describe('ms, default a day ago'),
  to: z.string().optional().describe('ms, default now'),
  step: z.enum(usageSteps).optional().describe('default by the length of the range'),
})

const point = z.object({
  t: z.number(),
  requests: z.number().describe('requests that counted against the limit, as in the headers of the gateway'),
  errors: z.number().describe('counted requests with a status of 400 or more'),
  refused: z
    .number()
    .describe('refused requests that did not count against the limit: status 429, an expired key, the stream'),
})
export type UsagePoint = z.infer<typeof point>

const share = z.object({
  call: z.string(),
  status: z.number(),
  reason: z.string().describe('the name of the error; empty for success'),
  count: z.number(),
})
export type UsageShare = z.infer<typeof share>

const report = z.object({
  limit: z.number().nullable().describe('requests a minute; null: without limit'),
  used: z.number(),
  remaining: z.number().nullable(),
  resetAt: z.number(),
  step: z.enum(usageSteps),
  series: z.array(point),
  calls: z.array(share).describe('by call, status and reason, most frequent first'),
})
export type UsageReport = z.infer<typeof report>

export const usageRoute = defineRoute({
  method: 'GET',
  path: '/api/usage',
  summary: "Requests and errors of the account's keys, and the remaining requests of this minute",
  auth: 'session',
  team: everyRole,
  query,
  data: report,
  errors: ['not_signed_in', 'not_found', 'invalid_time'],
})

const keyMinute = report.pick({ limit: true, used: true }).extend({ keyId: z.string() })
export type KeyMinute = z.infer<typeof keyMinute>

export const usageMinuteRoute = defineRoute({
  method: 'GET',
  path: '/api/usage/minute',
  summary: 'The requests of this minute by key, without ended keys',
  auth: 'session',
  team: everyRole,
  data: z.array(keyMinute),
  errors: ['not_signed_in'],
})

/** A refused request, with the id that its caller received and the reason as a text. */
const usageError = z.object({
  time: z.number(),
  requestId: z.string(),
  keyId: z.string(),
  call: z.string(),
  target: z.string().describe('path and query, without any key'),
  status: z.number(),
  error: z.string(),
  message: z.string(),
})
export type UsageError = z.infer<typeof usageError>

export const usageErrorsRoute = defineRoute({
  method: 'GET',
  path: '/api/usage/errors',
  summary: 'The newest refused requests, with request ids and reasons in words; kept for 30 days',
  auth: 'session',
  team: everyRole,
  query: query.omit({ step: true }).extend({
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .optional()
      .describe('default 50'),
  }),
  data: z.array(usageError),
  errors: ['not_signed_in', 'not_found', 'invalid_time', 'invalid_parameter'],
})

const openSocket = z.object({
  id: z.string(),
  keyId: z.string(),
  browser: z.boolean().describe('opened by a page of this site with a search token'),
  path: z.string(),
  address: z.string(),
  userAgent: z.string(),
  connectedAt: z.number(),
  subscriptions: z.number(),
  symbols: z.array(z.string()).describe('at most the first 100'),
})
export type OpenSocket = z.infer<typeof openSocket>

const moment = z.object({
  report: report.nullable(),
  minutes: z.array(keyMinute).nullable(),
  errors: z.array(usageError).nullable().describe('the newest 20'),
  sockets: z.array(openSocket).nullable(),
})
export type UsageMoment = z.infer<typeof moment>

export const usageMomentRoute = defineRoute({
  method: 'GET',
  path: '/api/usage/moment',
  summary:
    'Usage, minutes, refusals and open sockets in one response, for a page that follows them; null: not readable now',
  auth: 'session',
  team: everyRole,
  query,
  data: moment,
  errors: ['not_signed_in', 'not_found', 'invalid_time'],
})

export const usageExportRoute = defineRoute({
  method: 'GET',
  path: '/api/usage/export',
  summary: 'Usage as CSV: one row per step, call, status and reason',
  auth: 'session',
  team: everyRole,
  query,
  data: z.string(),
  errors: ['not_signed_in', 'not_found', 'invalid_time'],
  streamed: true,
})

export const openSocketsRoute = defineRoute({
  method: 'GET',
  path: '/api/usage/sockets',
  summary: "The open sockets of the account's keys, oldest first",
  auth: 'session',
  team: everyRole,
  query: z.object({ key: keyQuery }),
  data: z.array(openSocket),
  errors: ['not_signed_in', 'not_found'],
})

export const closeSocketRoute = defineRoute({
  method: 'POST',
  path: '/api/usage/sockets/{id}/close',
  summary: 'Disconnects an open socket with code 4010',
  auth: 'session',
  team: developers,
  params: z.object({ id: z.string().min(1).max(64) }),
  body: noBody,
  data: nothing,
  errors: ['not_signed_in', 'not_found'],
})
