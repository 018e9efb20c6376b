import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { defineRoute } from '../route.ts'
import { staffErrors } from './console.ts'

/** The checks of the overview, in the order of the list. */
export const checkNames = [
  'held',
  'network',
  'feed',
  'finding',
  'store',
  'process',
  'disk',
  'chain',
  'import',
  'refund',
  'approval',
  'ticket',
  'mail',
  'alert',
  'deal',
  'backup',
] as const
export type CheckName = (typeof checkNames)[number]

const time = z.number().describe('ms')
const amount = z.string().describe('USDT')
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type Facts = z.infer<typeof facts>

const need = z.object({
  id: z.string(),
  check: z.enum(checkNames),
  tone: z.enum(['bad', 'warn', 'none']).describe('bad: customers notice it; none: it is not urgent'),
  since: time.nullable(),
  facts: facts.describe('the values for the text of the task'),
  page: z.string().nullable().describe('the page on which a person acts, below `/operator`'),
  command: z.string().nullable().describe('the command of `tapewire` that does the same as the page'),
})
export type Need = z.infer<typeof need>

const check = z.object({
  name: z.enum(checkNames),
  state: z
    .enum(['fine', 'needs', 'nothing', 'unknown'])
    .describe('nothing: there is nothing to verify yet; unknown: the check failed'),
  count: z.number().describe('the number of objects of this kind that need a person'),
  oldestAt: time.nullable().describe('the time at which the oldest of these objects began to wait, ms'),
  section: z.string().describe('the page of the console on which a person acts'),
  page: z.string().nullable().describe('the list of this kind, below `/operator`; null: there is none'),
  facts,
})
export type Check = z.infer<typeof check>

const needs = z.object({
  at: time,
  needs: z.array(need).describe('the worst first, then the oldest; at most 20 of a kind'),
  total: z.number().describe('the number of all objects that need a person'),
  checks: z.array(check).describe('the checks with a page that the roles of the reader may open'),
  hasDraft: z.boolean().describe('the plans have a draft; false for roles that do not see plans'),
})
export type Needs = z.infer<typeof needs>

export const needsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/now',
  summary: 'The tasks that need a person now, and the checks that were made',
  auth: 'staff',
  verb: 'now.read',
  data: needs,
  errors: staffErrors,
})

const tapeClass = z.object({
  class: z.enum(assetClasses),
  newestAt: time
    .nullable()
    .describe('the time of the last event of the class; null: no event since the gateway started'),
  trading: z.number().describe('the number of markets that trade now; indices have the hours of Cboe'),
  silent: z.number().describe('the number of these markets without an event for three minutes'),
})
export type TapeClass = z.infer<typeof tapeClass>

const live = z.object({
  at: time,
  traffic: z
    .object({
      answered: z.number().describe('responses a second'),
      refused: z.number().describe('refused calls a second'),
      p50: z.number().nullable().describe('ms; null: no call in the last minute'),
      p95: z.number().nullable(),
      p99: z.number().nullable(),
      sockets: z.number(),
      accounts: z.number().describe('accounts with a socket'),
      delivered: z.number().describe('events a second'),
    })
    .nullable()
    .describe('sums over all gateways; percentiles of the slowest gateway. Null: no gateway reports'),
  tape: z.array(tapeClass).nullable().describe('null: no gateway reports'),
  money: z
    .object({
      revenue: amount,
      paid: z.number().describe('orders completed'),
      orders: z.number().describe('orders opened'),
    })
    .nullable()
    .describe('figures of the UTC day; null for roles that do not see money'),
})
export type Live = z.infer<typeof live>

export const liveRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/now/live',
  summary: 'The live figures at this moment',
  auth: 'staff',
  verb: 'now.read',
  data: live,
  errors: staffErrors,
})

export const liveEventsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/now/events',
  summary:
    'Server-sent events: `live`, the live figures, every two seconds; `needs`, the tasks that need a person, every half minute',
  auth: 'staff',
  verb: 'now.read',
  data: live,
  errors: [...staffErrors, 'server_busy', 'too_many_event_streams'],
  streamed: true,
})

const month = z.object({
  days: z.array(z.iso.date()).describe('30 UTC days, the last is today'),
  signUps: z.array(z.number()).describe('accounts opened on each day, without accounts that were deleted since'),
  paying: z.array(z.number().nullable()).describe('customers with a paid plan at the end of each day; null: not known'),
  revenue: z
    .object({ days: z.array(amount).describe('the amounts of the orders completed on each day'), total: amount })
    .nullable()
    .describe('null for roles that do not see money'),
  credit: z
    .object({
      days: z.array(amount).describe('the credit at the end of each day, free or held by requests for a refund'),
      customers: z.number().describe('customers who have free credit now'),
      held: amount.describe('credit that requests for a refund hold now'),
    })
    .nullable()
    .describe('null for roles that do not see money'),
})
export type Month = z.infer<typeof month>

export const monthRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/now/month',
  summary: 'Sign-ups, paying customers, revenue and credit of the last 30 days',
  auth: 'staff',
  verb: 'now.read',
  data: month,
  errors: staffErrors,
})
