import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { payers } from '../team/team-role.ts'
import { periodSchema } from './plans.ts'

/** A decimal string in USDT. */
const amount = z.string()

const nextPlan = z.strictObject({ planId: z.string().min(1).max(64), period: periodSchema })

/**
 * The end of one subscription. `automatic`: credit renews it three days before `endsAt`. `next`: the lower plan that
 * follows at `endsAt`. `price`: today's price of the plan that follows; null if no plan follows or the plan is not
 * sold. Times in ms.
 */
const renewalSchema = z.object({
  keyId: z.string(),
  planName: z.string(),
  period: periodSchema,
  endsAt: z.number(),
  automatic: z.boolean(),
  next: nextPlan.extend({ planName: z.string() }).nullable(),
  price: amount.nullable(),
  /** The plans of the market that are below the present plan. */
  lower: z.array(z.object({ planId: z.string(), planName: z.string() })),
})
export type WireRenewal = z.infer<typeof renewalSchema>

export const listRenewalsRoute = defineRoute({
  method: 'GET',
  path: '/api/renewals',
  summary: 'The renewal choices of the paid subscriptions, the next end first',
  auth: 'session',
  team: payers,
  data: z.array(renewalSchema),
  errors: ['not_signed_in'],
})

export const chooseRenewalRoute = defineRoute({
  method: 'PUT',
  path: '/api/renewals/{keyId}',
  summary: 'Sets whether credit renews a subscription, or which lower plan follows it',
  auth: 'session',
  team: payers,
  params: z.object({ keyId: z.string().min(1).max(64) }),
  body: z.strictObject({ automatic: z.boolean(), next: nextPlan.nullable() }),
  data: renewalSchema,
  errors: ['invalid_parameter', 'not_found', 'plan_customised'],
})
