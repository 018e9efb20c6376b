import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { assetClasses } from '../../market.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'
import { findingKinds, findingStates } from './finding-kinds.ts'

const time = z.number().describe('ms')

const finding = z.object({
  id: z.string(),
  instrumentId: z.number(),
  key: z.string(),
  name: z.string(),
  interval: z.string(),
  kind: z.enum(findingKinds),
  first: time,
  last: time,
  detail: z
    .record(z.string(), z.number())
    .describe('days, minutes, bars · open, high, low, close · before, after · ratio'),
  state: z.enum(findingStates),
  version: z.number(),
  note: z.string(),
  foundAt: time,
})
export type Finding = z.infer<typeof finding>

export const listFindingsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/findings',
  summary: 'The findings of checks of stored bars, newest first',
  auth: 'staff',
  verb: 'finding.list',
  query: z.object({
    state: z.enum(findingStates).default('open'),
    kind: z.enum(findingKinds).optional(),
    class: z.enum(assetClasses).optional(),
    exchange: z.string().max(32).optional(),
    instrument: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  data: z.object({
    findings: z.array(finding),
    open: z.number().describe('open findings of all instruments'),
    next: z.string().nullable(),
  }),
  errors: staffErrors,
})

const id = z.object({ id: z.string().regex(/^\d{1,18}$/) })
const version = z
  .number()
  .int()
  .min(0)
  .nullable()
  .describe('the version of the finding that was read; null skips the check')
const errors = [...staffErrors, 'conflict', 'changed_meanwhile', 'invalid_parameter'] as const

export const acceptFindingRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/findings/{id}/accept',
  summary: 'Accepts a finding; later checks do not report it again',
  auth: 'staff',
  verb: 'finding.accept',
  params: id,
  body: z.object({ version, note: z.string().max(500).default('') }),
  data: nothing,
  errors,
})

export const reopenFindingRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/findings/{id}/reopen',
  summary: 'Withdraws an acceptance',
  auth: 'staff',
  verb: 'finding.reopen',
  params: id,
  body: z.object({ version }),
  data: nothing,
  errors,
})
