import { z } from 'zod'
import { indicatorNames, indicators } from '../indicators/catalogue.ts'
import { readParams } from '../indicators/compute.ts'
import type { IndicatorSpec } from '../indicators/indicator.ts'
import { assetClasses } from '../market.ts'
import { defineRoute } from '../route.ts'
import { developers } from '../team/team-role.ts'
import { nameMax } from '../values/human-name.ts'
import { alertIntervals, changeMinutes, pauseSecondsMax, pauseSecondsMin } from './alert-choices.ts'
import { humanName, noBody, nothing } from './shapes.ts'

/** The maximum number of alerts of an account, finished alerts included. `paid`: for an account with a paid plan. */
export const alertsMax = { free: 10, paid: 500 } as const

const direction = z.enum(['up', 'down'])
const price = z.number().positive().max(1e12)
/** Cumulative indicators are excluded: their values depend on where the stored history begins. */
export const alertIndicators = indicatorNames.filter((name) => !('isCumulative' in indicators[name]))

const indicator = z
  .strictObject({
    kind: z.literal('indicator'),
    direction,
    name: z.enum(alertIndicators as [(typeof alertIndicators)[number], ...(typeof alertIndicators)[number][]]),
    params: z.record(z.string().max(20), z.number()).default({}).describe('an omitted parameter has its default'),
    interval: z.enum(alertIntervals),
    output: z.string().max(20).describe('the line of the indicator, as `/indicator` names it'),
    value: z.number().min(-1e12).max(1e12),
  })
  .transform((condition, context) => {
    const read = readParams(condition.name, condition.params)
    const { outputs }: IndicatorSpec = indicators[condition.name]
    if (read.kind === 'ok' && outputs.some(({ name }) => name === condition.output))
      return { ...condition, params: read.params }
    context.addIssue({ code: 'custom', message: 'no such setting or output', input: condition })
    return z.NEVER
  })

/** Fires when the measured value reaches `value` in `direction` after it was on the other side. */
const condition = z.union([
  z.strictObject({ kind: z.literal('price'), direction, value: price }),
  z.strictObject({
    kind: z.literal('change'),
    direction,
    minutes: z.literal(changeMinutes),
    value: z.number().positive().max(1_000).describe('percent; positive for `down`, too'),
  }),
  indicator,
])
export type AlertCondition = z.output<typeof condition>

const expiresAt = z.number().int().positive().max(8.64e15).nullable().default(null).describe('ms; null: never')

const wanted = z.strictObject({
  symbol: z.string().min(1).max(50).describe('`NASDAQ:AAPL`, `crypto:BTCUSD` or only a code; stored with its exchange'),
  condition,
  note: z.literal('').or(humanName(nameMax.note)).default(''),
  pauseSeconds: z
    .number()
    .int()
    .min(pauseSecondsMin)
    .max(pauseSecondsMax)
    .nullable()
    .default(null)
    .describe('seconds until the alert may fire again; null: the alert fires once'),
  expiresAt,
  mail: z.boolean().default(true),
  webhook: z.boolean().default(false),
})
export type WantedAlert = z.output<typeof wanted>

export const alertStates = ['waiting', 'armed', 'done', 'expired', 'paused'] as const

/**
 * The reason why an alert is paused. `plan`: at present no plan of the account covers the alert. `delay`: the plans
 * that cover the alert have delayed data. `earlier`: the alert would have fired in one of these states, and its owner
 * must switch it on again.
 */
const pausedBy = z.enum(['plan', 'delay', 'earlier'])
export type PausedBy = z.output<typeof pausedBy>

/**
 * Times in ms. `armed`: fires at the next crossing. `waiting`: pauses after a firing, or the value must first return to
 * the other side.
 */
const alert = z.object({
  id: z.string(),
  symbol: z.string(),
  condition: z.custom<AlertCondition>(),
  note: z.string(),
  pauseSeconds: z.number().nullable(),
  expiresAt: z.number().nullable(),
  mail: z.boolean(),
  webhook: z.boolean(),
  state: z.enum(alertStates),
  pausedBy: pausedBy.nullable().describe('only of a paused alert'),
  createdAt: z.number(),
  firedAt: z.number().nullable(),
})
export type Alert = z.output<typeof alert>

/** `value`: the measured price, percent or indicator value. `price`: the instrument's price at that time. */
const firing = z.object({
  id: z.string(),
  alertId: z.string(),
  symbol: z.string(),
  condition: z.custom<AlertCondition>(),
  note: z.string(),
  firedAt: z.number(),
  value: z.number(),
  price: z.number(),
})
export type AlertFiring = z.output<typeof firing>

const params = z.object({ id: z.string().min(1).max(64) })

export const alertsRoute = defineRoute({
  method: 'GET',
  path: '/api/alerts',
  summary:
    'The alerts of the account, newest first; the limit of their number; the times of missed prices in the last 7 days',
  auth: 'session',
  team: developers,
  data: z.object({
    accountId: z
      .string()
      .describe(
        "the account that has the alerts: the account of the team in which the session works, else the person's own account",
      ),
    alerts: z.array(alert),
    max: z.number(),
    missed: z.array(z.object({ class: z.enum(assetClasses), at: z.number() })),
  }),
  errors: ['not_signed_in'],
})

export const createAlertRoute = defineRoute({
  method: 'POST',
  path: '/api/alerts',
  summary: 'Creates an alert on one instrument',
  auth: 'session',
  team: developers,
  body: wanted,
  data: alert,
  errors: ['not_signed_in', 'not_in_plan', 'alerts_need_live', 'alerts_full', 'unknown_symbol', 'invalid_parameter'],
})

export const changeAlertRoute = defineRoute({
  method: 'PUT',
  path: '/api/alerts/{id}',
  summary: 'Replaces an alert, but not its instrument, and switches it on again',
  auth: 'session',
  team: developers,
  params,
  body: wanted.omit({ symbol: true }),
  data: alert,
  errors: ['not_signed_in', 'not_found', 'not_in_plan', 'alerts_need_live', 'invalid_parameter'],
})

export const removeAlertRoute = defineRoute({
  method: 'DELETE',
  path: '/api/alerts/{id}',
  summary: 'Removes an alert and its firings',
  auth: 'session',
  team: developers,
  params,
  data: nothing,
  errors: ['not_signed_in', 'not_found'],
})

export const firingsRoute = defineRoute({
  method: 'GET',
  path: '/api/alerts/firings',
  summary: 'The last 50 firings of the last 90 days, newest first',
  auth: 'session',
  team: developers,
  data: z.object({ firings: z.array(firing) }),
  errors: ['not_signed_in'],
})

const webhookUrl = z.string().trim().min(1).max(500)
const webhook = z.object({
  url: z.string(),
  createdAt: z.number(),
  formerUntil: z
    .number()
    .nullable()
    .describe('ms; until this time the previous secret signs, too; null: only the present secret signs'),
})

/**
 * A delivery; times in ms. `answer`: the HTTP status of the receiver's last response, or `not reachable`. `symbol`:
 * null for a test.
 */
const delivery = z.object({
  id: z.string(),
  way: z.enum(['mail', 'webhook']),
  symbol: z.string().nullable(),
  createdAt: z.number(),
  status: z.enum(['queued', 'sent', 'failed']),
  attempts: z.number(),
  nextAt: z.number().nullable(),
  sentAt: z.number().nullable(),
  answer: z.string().nullable(),
})
export type AlertDelivery = z.output<typeof delivery>

const shownOnce = z.object({ secret: z.string().describe('`whsec_` and base64; shown once') })

export const alertWebhookRoute = defineRoute({
  method: 'GET',
  path: '/api/alerts/webhook',
  summary: 'The address that firings are posted to, and the last 50 deliveries by mail and webhook, newest first',
  auth: 'session',
  team: developers,
  data: z.object({ webhook: webhook.nullable(), deliveries: z.array(delivery) }),
  errors: ['not_signed_in'],
})

export const setAlertWebhookRoute = defineRoute({
  method: 'PUT',
  path: '/api/alerts/webhook',
  summary: 'Sets the address that firings are posted to, and makes a new signing secret',
  auth: 'session',
  team: developers,
  body: z.strictObject({ url: webhookUrl }),
  data: shownOnce,
  errors: ['not_signed_in', 'recent_signin_required', 'webhook_url_refused'],
})

export const rotateAlertWebhookRoute = defineRoute({
  method: 'POST',
  path: '/api/alerts/webhook/secret',
  summary: 'Replaces the signing secret; for 24 hours the old secret signs, too',
  auth: 'session',
  team: developers,
  body: noBody,
  data: shownOnce,
  errors: ['not_signed_in', 'recent_signin_required', 'not_found'],
})

export const removeAlertWebhookRoute = defineRoute({
  method: 'DELETE',
  path: '/api/alerts/webhook',
  summary: 'Removes the webhook; waiting deliveries are not sent',
  auth: 'session',
  team: developers,
  data: nothing,
  errors: ['not_signed_in'],
})

export const testAlertWebhookRoute = defineRoute({
  method: 'POST',
  path: '/api/alerts/webhook/test',
  summary: 'Posts a test to the webhook; at most 10 an hour',
  auth: 'session',
  team: developers,
  body: noBody,
  data: nothing,
  errors: ['not_signed_in', 'not_found', 'too_often'],
})

export const replayAlertDeliveryRoute = defineRoute({
  method: 'POST',
  path: '/api/alerts/deliveries/{id}/replay',
  summary: 'Posts a delivery of the webhook again, with the same id; at most 100 an hour',
  auth: 'session',
  team: developers,
  params,
  body: noBody,
  data: nothing,
  errors: ['not_signed_in', 'not_found', 'too_often'],
})

/** Server-sent events named `firing`. A comment every 15 s keeps the connection open. */
export const alertEventsRoute = defineRoute({
  method: 'GET',
  path: '/api/alerts/events',
  summary: 'Firings of the account as they happen',
  auth: 'session',
  team: developers,
  data: firing,
  errors: ['not_signed_in', 'too_many_event_streams'],
  streamed: true,
})
