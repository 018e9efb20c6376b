import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { defineRoute } from '../route.ts'
import { features } from '../sales/plan-document.ts'
import { tiers } from '../sales/tiers.ts'

export const periodSchema = z.enum(['month', 'quarter', 'half-year', 'year'])

/** The limits in the JSON text `limitHttp`; null: no limit. */
export const limitsSchema = z.object({
  symbolType: z.array(z.enum(assetClasses)),
  perMinute: z.number().nullable(),
  sockets: z.number().nullable(),
  subscriptions: z.number().nullable(),
})

export const planTypeSchema = z.enum(['integrated', 'region', 'future', 'fund'])
export const tierSchema = z.enum(tiers)

/** `price` and `total`: USDT decimals; `total` is without the newcomer's discount; `saving`: in percent. */
export const planSchema = z.object({
  id: z.string(),
  type: planTypeSchema,
  market: z.string(),
  tier: tierSchema,
  name: z.string(),
  price: z.string(),
  currency: z.literal('USDT'),
  periods: z.array(z.object({ period: periodSchema, months: z.number(), saving: z.number(), total: z.string() })),
  limits: limitsSchema,
  features: z.array(z.enum(features)),
  coverage: z.array(z.object({ class: z.enum(assetClasses), regions: z.array(z.string()).nullable() })),
  newcomerDiscount: z.number(),
})
export type PlanOffer = z.infer<typeof planSchema>

/** `token` and `t` are accepted from old clients and ignored. */
export const listPlansRoute = defineRoute({
  method: 'GET',
  path: '/api/order/plan',
  summary: 'Plans on sale with prices, periods and limits',
  auth: 'none',
  query: z.object({ t: z.string().optional(), token: z.string().optional() }),
  data: z.array(planSchema),
  errors: [],
})
