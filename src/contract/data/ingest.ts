import { z } from 'zod'
import type { ErrorName } from '../errors.ts'

/* The NDJSON messages that programs of the operator push, and the responses. OpenAPI derives from these schemas. */

const head = {
  k: z.string().describe('the instrument, `class:CODE$REGION`'),
  n: z.number().int().min(1).describe("the number of the message, one higher than the producer's previous message"),
  t: z.number().int().describe('in ms, UTC'),
}
const price = z.number().describe('in the quote currency')
const volume = z.number().min(0)
const level = z.tuple([price, volume])

/** One line of the request body, for each call. */
export const pushMessages = {
  trades: z.object({
    ...head,
    p: price,
    v: volume,
    d: z
      .union([z.literal(0), z.literal(1), z.literal(2)])
      .optional()
      .describe('0 unknown, 1 sell, 2 buy'),
  }),
  quotes: z.object({ ...head, b: price, bv: volume, a: price, av: volume }).describe('best bid and offer'),
  depth: z.object({ ...head, a: z.array(level), b: z.array(level) }).describe('asks and bids, price and volume'),
  bars: z.object({
    ...head,
    i: z.literal('1m').describe('`t` is the open of a finished minute'),
    o: price,
    h: price,
    l: price,
    c: price,
    v: volume,
    tu: z.number().optional().describe('turnover'),
  }),
} as const

export const pushAnswer = z.object({
  acknowledged: z.number().int().describe('every message up to this number is on the tape or was refused'),
  accepted: z.number().int(),
  repeated: z.number().int().describe('the number of messages that had been received before'),
  refused: z
    .array(z.object({ line: z.number().int(), n: z.number().int().nullable(), error: z.string(), msg: z.string() }))
    .describe('the first 1,000'),
  refusedTotal: z.number().int(),
  missing: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .describe('ranges of numbers that were skipped; they may still be sent'),
})

export const producerState = z.object({ acknowledged: z.number().int(), source: z.string() })

export const pushErrors = [
  'key_missing',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'not_a_feed_key',
  'key_in_query',
  'invalid_parameter',
  'body_undecodable',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'feed_behind',
  'server_busy',
] as const satisfies readonly ErrorName[]
