import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { staffErrors } from './console.ts'

const day = z.iso.date().refine((text) => text >= '1970-01-01')

const filter = z.object({
  actor: z.string().trim().max(254).optional().describe('an account id or its e-mail address'),
  subject: z
    .string()
    .trim()
    .max(254)
    .optional()
    .describe('the changed object: an id, or the e-mail address of an account'),
  action: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('the name of an action; with a dot at its end, all actions that begin with it: `order.`'),
  from: day.optional().describe('first UTC day'),
  to: day.optional().describe('last UTC day'),
})
export type AuditQuery = z.input<typeof filter>

const named = z.object({ id: z.string(), email: z.string().nullable() })

const entry = z.object({
  id: z.number(),
  at: z.number().describe('ms'),
  actorKind: z.enum(['account', 'staff', 'operator-cli', 'system']),
  actor: named.nullable(),
  action: z.string(),
  subject: named,
  detail: z.record(z.string(), z.unknown()).describe('a value is null if a deletion removed it'),
  position: z
    .number()
    .nullable()
    .describe('the position in the chain; null for about a second, until the row joins the chain'),
  hash: z.string().nullable(),
})
export type AuditRow = z.infer<typeof entry>

export const listAuditRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/audit',
  summary: 'The changes with their actors, newest first, 50 at a time',
  auth: 'staff',
  verb: 'audit.list',
  query: filter.extend({ after: z.string().max(40).optional().describe('`next` of the previous page') }),
  data: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  errors: [...staffErrors, 'email_unknown', 'invalid_cursor'],
})

export const exportAuditRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/audit/export',
  summary: 'The chained log as JSON lines, oldest first, with the hash of each row',
  auth: 'staff',
  verb: 'audit.export',
  query: filter,
  data: z.string(),
  errors: [...staffErrors, 'email_unknown'],
  streamed: true,
})

export const auditChainRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/audit/chain',
  summary: 'Whether the newest links of the chain are sound, and how many rows are late',
  auth: 'staff',
  verb: 'audit.list',
  data: z.object({
    position: z.number(),
    late: z.number().describe('the number of rows that have waited for over a minute'),
    sound: z.boolean(),
  }),
  errors: staffErrors,
})
