import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const kind = z.enum(['split', 'dividend'])
const text = z.string().max(40).default('')
const fields = { newShares: text, oldShares: text, amount: text, currency: text, recordDate: text, payDate: text }

const action = z.object({
  kind,
  exDate: z.string().describe('`2026-01-31`'),
  newShares: z.string(),
  oldShares: z.string(),
  amount: z.string().describe('per share'),
  currency: z.string(),
  recordDate: z.string(),
  payDate: z.string(),
  source: z.string(),
  edit: z.enum(['added', 'changed', 'removed']).nullable().describe('what the console changed; null: as imported'),
})
export type CorporateAction = z.infer<typeof action>

const instrumentId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

export const listActionsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/instruments/{id}/actions',
  summary: 'Splits and dividends of an instrument, the newest first',
  auth: 'staff',
  verb: 'action.list',
  params: instrumentId,
  data: z.object({
    version: z.number(),
    code: z.string(),
    name: z.string(),
    currency: z.string(),
    actions: z.array(action),
  }),
  errors: staffErrors,
})

const change = { to: z.enum(['set', 'remove', 'restore']), kind, exDate: z.string().max(20), ...fields }
const factor = z.object({ price: z.number(), split: z.number() })

export const previewActionRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/instruments/{id}/actions/preview',
  summary: 'The effect of a change of an action on factors and on adjusted closes before its ex-date',
  auth: 'staff',
  verb: 'action.list',
  params: instrumentId,
  query: z.object(change),
  data: z.object({
    before: factor,
    after: factor,
    closes: z
      .array(z.object({ time: z.number().describe('ms'), raw: z.number(), before: z.number(), after: z.number() }))
      .describe('the last days before the ex-date, adjusted for splits and dividends'),
  }),
  errors: [...staffErrors, 'invalid_parameter', 'history_unavailable'],
})
export type ActionEffectRow = z.infer<typeof previewActionRoute.data>

export const changeActionRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/instruments/{id}/actions',
  summary: 'Sets or removes a split or a dividend, or restores the imported values',
  auth: 'staff',
  verb: 'action.set',
  params: instrumentId,
  body: z.object({ version: z.number().int().min(0), ...change }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter', 'history_unavailable'],
})
