import { z } from 'zod'
import { defineRoute } from './route.ts'

/** Requests and errors of the account's keys, and what is left of the minute: the figures of the gateway's headers. Times in ms. */
export const usageRoute = defineRoute({
  method: 'GET',
  path: '/api/usage',
  summary: "Requests and errors of the account's keys, and what is left of this minute",
  auth: 'session',
  query: z.object({
    key: z
      .string()
      .max(64)
      .optional()
      .describe('a key id; without it the first key for the limit, all keys for the series'),
    from: z.string().optional().describe('ms, default a day ago'),
    to: z.string().optional().describe('ms, default now'),
    step: z.enum(['minute', 'hour', 'day']).optional().describe('default by the length of the range'),
  }),
  data: z.object({
    limit: z.number().nullable().describe('requests a minute; null = without limit'),
    remaining: z.number().nullable(),
    resetAt: z.number(),
    step: z.enum(['minute', 'hour', 'day']),
    series: z.array(z.object({ t: z.number(), requests: z.number(), errors: z.number() })),
  }),
  errors: ['not_signed_in', 'not_found', 'invalid_time'],
})
