import { z } from 'zod'
import type { errorCatalogue } from './errors.ts'
import { assetClasses } from './market.ts'
import { klineTypes } from './stream-names.ts'

/* The live stream's messages, frames and close codes. The gateway, the SDK and AsyncAPI derive from them. */

const text = z.union([z.string(), z.number()]).transform(String)
const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value.join(',') : value))

const positions = z.record(z.string(), z.number().int())

/** Messages of a client; `ac` names the action. Old SDKs write `action` and `codes`. The response repeats `id`. */
export const clientMessages = {
  auth: z.object({ ac: z.literal('auth'), params: z.string() }),
  subscribe: z.object({
    ac: z.literal('subscribe'),
    params: list,
    types: list.optional(),
    since: positions
      .optional()
      .describe('the last seq received, by symbol and type: `AAPL$US:tick`. Later events follow instead of a snapshot'),
  }),
  unsubscribe: z.object({ ac: z.literal('unsubscribe'), params: list, types: list.optional() }),
  list: z.object({ ac: z.literal('list') }),
  ping: z.object({ ac: z.literal('ping'), params: text.optional() }),
  resume: z.object({ ac: z.literal('resume'), params: positions }),
} as const
/** The number of a client message. */
export const messageId = z.union([z.string(), z.number()]).optional().describe('the response repeats it')
export type ClientAction = keyof typeof clientMessages

const price = z.number().describe('in the quote currency')
const time = z.number().int().describe('in ms, UTC')
const seq = z.number().int().describe('rises by one per symbol and type')
const symbol = {
  class: z.enum(assetClasses).optional().describe('only on `/stream`'),
  s: z.string().describe('the code as the client wrote it'),
  r: z.string().describe('region'),
}
const skipped = z
  .number()
  .int()
  .optional()
  .describe('the number of older events of this type that a slow reader did not receive')
const level = z.object({ po: z.number().int(), p: price, v: z.number(), o: z.number().int() })

export const tickData = z.object({
  ...symbol,
  ld: price,
  v: z.number(),
  t: time,
  d: z.number().int().describe('side: 0 unknown, 1 sell, 2 buy'),
  te: z.number().int().describe('session: 0 regular, 1 pre-market, 2 after hours'),
  type: z.literal('tick'),
  seq,
})

export const quoteData = z.object({
  ...symbol,
  ld: price,
  o: price,
  h: price,
  l: price,
  p: price.describe('previous close'),
  t: time,
  v: z.number(),
  tu: z.number().describe('turnover, 0 where unknown'),
  ts: z.number().int().describe('state: 0 normal, 1 suspended, 2 delisted, 3 circuit breaker'),
  ch: z.number(),
  chp: z.number().describe('percent'),
  type: z.literal('quote'),
  seq,
  skipped,
})

export const depthData = z.object({
  ...symbol,
  a: z.array(level),
  b: z.array(level),
  type: z.literal('depth'),
  seq,
  skipped,
})

export const klineData = z.object({
  ...symbol,
  o: price,
  h: price,
  l: price,
  c: price,
  v: z.number(),
  tu: z.number(),
  t: time.describe('the beginning of the bar, ms UTC'),
  final: z.boolean().describe('false while the bar is running'),
  type: z.enum(klineTypes),
  seq,
  skipped,
})

/** A market event under `data`. On the stream, `code` 1 means success. */
export const eventFrame = z.object({ code: z.literal(1), data: z.union([tickData, quoteData, depthData, klineData]) })

export const replyFrame = z.object({
  code: z.union([z.literal(0), z.literal(1)]).optional(),
  resAc: z.string().optional(),
  msg: z.string().optional(),
  error: z.string().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  accepted: z
    .array(z.string())
    .optional()
    .describe('of subscribe and unsubscribe: the symbols, as the client wrote them'),
  rejected: z
    .array(z.object({ s: z.string(), reason: z.string() }))
    .optional()
    .describe(
      'of subscribe and unsubscribe: the symbols that were left out, and why; positions of `since` by symbol and type',
    ),
  limit: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe('with too_many_subscriptions: the symbols that the plan allows'),
  subscribed: z
    .number()
    .int()
    .optional()
    .describe('with too_many_subscriptions: the symbols to which the key is subscribed'),
  data: z.unknown().optional().describe('in responses to ping, list and resume; otherwise only events have this field'),
})
export type ReplyFrame = z.infer<typeof replyFrame>

/** Sent only with `?events=1`. */
export const gapFrame = z.object({
  type: z.literal('gap'),
  s: z.string().describe('symbol and type: `AAPL$US:tick`'),
  from: z.number().int().describe('first seq that is missing'),
  to: z.number().int().describe('last seq that is missing'),
  rest: z.string().describe('the REST path that returns the missing events; `nextCursor` of its response continues it'),
})
export const heartbeatFrame = z.object({
  type: z.literal('heartbeat'),
  t: time,
  markets: z
    .record(z.enum(assetClasses), z.enum(['open', 'closed']))
    .describe('whether any market of each class trades, of your subscribed instruments if the class has any'),
  ages: z
    .partialRecord(z.enum(assetClasses), z.number())
    .describe(
      'seconds since the newest event of each class, for any subscriber; a large value for an open market means that its data has stopped',
    ),
  source: z
    .record(z.string(), z.string())
    .optional()
    .describe('by symbol, the source to which a subscribed instrument last changed'),
  replaced: z
    .array(z.string())
    .optional()
    .describe(
      'subscribed symbols whose stored history was just replaced, for instance by an import, and must be read again. Such a heartbeat is sent at once',
    ),
})
export const closeFrame = z.object({
  type: z.literal('close'),
  code: z.number().int(),
  error: z.string(),
  msg: z.string(),
})
export type GapFrame = z.infer<typeof gapFrame>
export type HeartbeatFrame = z.infer<typeof heartbeatFrame>
export type CloseFrame = z.infer<typeof closeFrame>

/** Why one symbol of a subscription was not accepted, or why one position was not resumed. */
export type RejectReason = Extract<
  keyof typeof errorCatalogue,
  | 'invalid_symbol'
  | 'unknown_symbol'
  | 'not_in_plan'
  | 'not_in_scope'
  | 'invalid_type'
  | 'resume_invalid'
  | 'too_many_subscriptions'
>
