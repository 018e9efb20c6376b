import { z } from 'zod'
import { errorCatalogue } from './errors.ts'
import { adjustments } from './market.ts'
import { namesOf } from './record.ts'

/** The reasons why a data response is empty, or why a batch has no rows of a code. */
export const emptyReasons = ['unknown_symbol', 'not_in_plan', 'no_data', 'closed'] as const
export type EmptyReason = (typeof emptyReasons)[number]

/** Fields of a data response besides `data`. Each is present only if it applies. */
export const besideSchema = z
  .object({
    delay: z.number().describe('seconds'),
    stale: z
      .number()
      .int()
      .describe('the market trades, but has sent nothing for this many seconds, so the data may be out of date'),
    reason: z.enum(emptyReasons),
    reasons: z
      .record(z.string(), z.unknown())
      .describe(
        'why a batch lacks rows of a code, by code: `reason` if it has none, `nextCursor` if `kline` can read more bars of the query with `from`, `to` or `order`, and the `warning` about its bars',
      ),
    nextCursor: z.string(),
    source: z.string().describe('in a sandbox: the source of the rows'),
    warning: z
      .enum(['region_ignored', 'history_limit', 'calendar_unknown'])
      .describe(
        "the region has no meaning for this class; the plan's depth of history excluded older bars; or days were built in years whose holidays are unknown",
      ),
    adjust: z
      .object({ mode: z.enum(adjustments), factorDate: z.string().nullable() })
      .describe('`factorDate`: the date of the newest factor, in a batch of the newest factor of all codes'),
  })
  .partial()
export type Beside = z.infer<typeof besideSchema>

/** A successful data response: `data` with its route's schema, and the fields of `besideSchema`. */
export function dataEnvelope(data: z.ZodType): z.ZodType {
  return z.object({ code: z.literal(0), msg: z.string(), data, ...besideSchema.shape })
}

/** The body of a refusal or fault. */
export const errorEnvelope = z.object({
  code: z.number().int(),
  msg: z.string().describe("a message in the caller's language"),
  error: z.enum(namesOf(errorCatalogue)),
  requestId: z.string(),
  param: z.string().optional(),
  allowed: z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .describe('the values that `param` accepts'),
  min: z.number().optional().describe('the least value that `param` accepts'),
  max: z.number().optional().describe('the greatest value that `param` accepts'),
  reason: z.string().optional(),
  suggestions: z.array(z.string()).optional(),
  data: z.null(),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelope>
