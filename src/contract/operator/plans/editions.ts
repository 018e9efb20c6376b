import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { planDocumentSchema } from '../../sales/plan-document.ts'
import { authorityErrors, staffErrors } from '../console.ts'

const edition = z.object({
  number: z.number(),
  changedAt: z.number().describe('ms'),
  publishedAt: z.number().nullable().describe('ms; null for the draft'),
  publishAt: z.number().nullable().describe('ms; when the draft will be published automatically'),
})
export type EditionFacts = z.infer<typeof edition>

const difference = z.object({
  plan: z.string().nullable().describe('null: the difference concerns all plans'),
  field: z.string(),
  before: z.unknown().describe('absent if the plan is new'),
  after: z.unknown().describe('absent if the plan is no longer sold'),
})
export type WireDifference = z.infer<typeof difference>

const plans = z.object({
  version: z.number().describe('sent with every change; a change is refused if the plans are newer'),
  published: edition.extend({ document: planDocumentSchema }),
  draft: edition.extend({ document: planDocumentSchema }).nullable(),
  history: z.array(edition).describe('published editions, the oldest first'),
  differences: z.array(difference).describe('the differences between the draft and the published edition'),
  problems: z.array(z.string()).describe("reasons why the draft cannot be published, in the caller's language"),
})
export type WirePlans = z.infer<typeof plans>

const seen = { version: z.int().min(0).describe('the version that the editor read') }

export const readPlansRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/plans',
  summary: 'The published edition, the draft with every difference, and earlier editions',
  auth: 'staff',
  verb: 'plans.read',
  data: plans,
  errors: staffErrors,
})

export const savePlansRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/plans/draft',
  summary: 'Replaces the draft, and cancels a planned publication',
  auth: 'staff',
  verb: 'plans.draft',
  body: z.strictObject({
    ...seen,
    document: z.record(z.string(), z.unknown()).describe('as `plans export` prints it'),
  }),
  data: z.object({ number: z.number(), version: z.number() }),
  errors: [...staffErrors, 'plans_invalid', 'plans_changed'],
})

export const discardPlansRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/plans/discard',
  summary: 'Deletes the draft',
  auth: 'staff',
  verb: 'plans.draft',
  body: z.strictObject(seen),
  data: nothing,
  errors: [...staffErrors, 'plans_changed', 'plans_no_draft'],
})

export const publishPlansRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/plans/publish',
  summary: 'Publishes the draft now or at a time; a change of a free plan needs a second owner or 24 hours',
  auth: 'staff',
  verb: 'plans.publish',
  body: z.strictObject({ ...seen, at: z.int().min(0).nullable().describe('ms; null: now') }),
  data: z.object({ number: z.number(), at: z.number().describe('ms') }),
  errors: [
    ...staffErrors,
    ...authorityErrors,
    'plans_changed',
    'plans_no_draft',
    'plans_invalid',
    'plans_unchanged',
    'invalid_time',
  ],
})

export const cancelPublicationRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/plans/cancel',
  summary: 'Cancels a planned publication; the draft is kept',
  auth: 'staff',
  verb: 'plans.publish',
  body: z.strictObject(seen),
  data: nothing,
  errors: [...staffErrors, 'plans_changed', 'plans_no_draft'],
})

const reached = z.object({
  planId: z.string(),
  planName: z.string(),
  edition: z.number(),
  customers: z.number(),
  renewing: z.number().describe('customers whose subscription ends within 30 days'),
  price: z.string().nullable().describe('the price of a month in the edition of the subscription, USDT'),
})
export type Reached = z.infer<typeof reached>

const deal = z.object({
  keyId: z.string(),
  email: z.string().nullable().describe('null when the account is gone'),
  planId: z.string(),
  planName: z.string(),
  since: z.number().describe('ms'),
  expiresAt: z.number().describe('ms'),
})
export type Deal = z.infer<typeof deal>

export const plansReachRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/plans/reach',
  summary: 'Running subscriptions by plan and edition',
  auth: 'staff',
  verb: 'plans.read',
  data: z.array(reached),
  errors: staffErrors,
})

export const listDealsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/plans/deals',
  summary: 'Running plans that were opened by hand, the next end first, at most 200',
  auth: 'staff',
  verb: 'plans.read',
  data: z.array(deal),
  errors: staffErrors,
})

export const grantDealRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/plans/deals',
  summary:
    'Opens any plan without an order, for months; on the integrated key it replaces the earlier plan. Its list price counts for the limit of the day',
  auth: 'staff',
  verb: 'subscription.grant',
  body: z.strictObject({
    email: z.string().trim().min(1).max(254),
    version: z
      .number()
      .nullable()
      .default(null)
      .describe("the version of the customer's page that the caller read; null: not checked"),
    planId: z.string().min(1).max(64),
    months: z.number(),
    price: z.string().max(40).optional().describe('USDT that the customer paid outside the networks; absent: nothing'),
    reference: z.string().max(200).default('').describe('how the customer paid; the receipt shows this text'),
    reason: z.string().max(2_000).default('').describe('the customer reads it'),
    note: z.string().max(2_000).default('').describe('only the staff read it'),
  }),
  data: z.object({ expiresAt: z.number().describe('ms') }),
  errors: [
    ...staffErrors,
    ...authorityErrors,
    'email_unknown',
    'invalid_parameter',
    'missing_parameter',
    'changed_meanwhile',
  ],
})
