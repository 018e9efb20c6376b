import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { always, amount, format, ofOne, route, text, time } from './fields.ts'

/** The state of a market; `break` is between two sessions of one day. */
const state = z.enum(['open', 'closed', 'pre', 'post', 'break'])

const statusRow = z.object({
  market: text.describe('the country of the exchange, or the class forex or crypto'),
  exchange: text,
  status: state,
  since: time.nullable().describe('the beginning of this status, ms UTC; null: the market never closes'),
  next: z.object({ status: state, at: time }).nullable(),
  tz: text,
  holiday: text.optional().describe("the name of today's holiday, if today has no usual hours"),
})

const exchangeRow = z.object({
  mic: text.describe('the MIC (ISO 10383); empty where there is none'),
  exchange: text,
  name: text,
  region: text,
  tz: text,
  sessions: z.array(z.object({ id: text, session: text })),
  count: z.number().int().describe('the number of instruments'),
})

const coverageRow = z.object({
  class: z.enum(assetClasses),
  exchange: text,
  interval: text.describe('the interval of the stored bars, from which wider bars are built; `ticks`: trades'),
  instruments: z.number().int().describe('the number of instruments with rows of this interval'),
  first: time,
  last: time,
  live: z.boolean().describe('whether a live source publishes this class'),
  delay: amount.describe('seconds of delay in your plan; null: not in your plan'),
  source: text,
})

const ofFilter = [...always, 'invalid_parameter', 'invalid_format'] as const

const converted = z.object({
  ...{ from: text, to: text, amount: z.number(), result: z.number(), rate: z.number() },
  path: z.array(text).describe('the pairs used, in order; empty if both currencies are the same'),
  at: time.describe('the time of the older of the prices used, in ms, UTC'),
})

/** Routes for facts about whole markets. The responses are the same for all keys, except for the delay of the plan. */
export const marketRoutes = {
  marketStatus: route(
    '/market/status',
    'The status of exchanges, and their next status',
    {
      market: text
        .optional()
        .describe('the country, or the class forex or crypto')
        .meta({ examples: ['US'] }),
      exchange: text.optional().describe('the code or MIC of an exchange'),
      ...format,
    },
    z.array(statusRow),
    ofFilter,
  ),
  exchanges: route(
    '/symbol/exchanges',
    'The exchanges, with their hours and number of instruments',
    format,
    z.array(exchangeRow),
    ofFilter,
  ),
  coverage: route(
    '/coverage',
    'The stored data by class, exchange and interval',
    { type: z.enum(assetClasses).optional(), region: text.optional(), ...format },
    z.array(coverageRow),
    ofFilter,
  ),
  convert: route(
    '/convert',
    'The value of an amount in another currency',
    {
      from: text.describe('the currency of the amount').meta({ examples: ['EUR'] }),
      to: text.describe('the currency of the result').meta({ examples: ['JPY'] }),
      amount: z.number().optional().describe('the amount to convert, default 1'),
      at: text.optional().describe('the time of the prices; default: the newest prices'),
      ...format,
    },
    converted.nullable().describe('null if there is no result; `reason` says why'),
    [...ofOne, 'invalid_parameter', 'invalid_time', 'invalid_format'],
  ),
}
