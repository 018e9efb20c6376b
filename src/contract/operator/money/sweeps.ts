import { z } from 'zod'
import { networkCodeSchema } from '../../account/billing.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const amount = z.string()
const depositAddress = {
  network: networkCodeSchema,
  index: z.number().describe('number of the address'),
  address: z.string(),
}

const holding = z.object({
  ...depositAddress,
  amount,
  lastAt: z.number().describe('ms; the last deposit to the address'),
})
export type Holding = z.infer<typeof holding>

const recorded = z.object({
  ...depositAddress,
  amount,
  at: z.number().describe('ms'),
  transaction: z.object({ hash: z.string(), url: z.string().nullable() }),
})
export type RecordedSweep = z.infer<typeof recorded>

export const listSweepsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/sweeps',
  summary: 'Addresses with money, in the order of their newest deposits, and the newest recorded sweeps',
  auth: 'staff',
  verb: 'payments.held',
  data: z.object({ holdings: z.array(holding), recorded: z.array(recorded) }),
  errors: staffErrors,
})

export const exportSweepsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/sweeps/export',
  summary: 'Every address that holds money, as CSV for the offline signing tool',
  auth: 'staff',
  verb: 'payments.held',
  data: z.string(),
  errors: staffErrors,
  streamed: true,
})

export const recordSweepsRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/sweeps/record',
  summary: 'Records the transfers of the signing tool, CSV or JSON lines: all of them or none',
  auth: 'staff',
  verb: 'payment.sweep',
  body: z.strictObject({ lines: z.string().trim().min(1).max(200_000) }),
  data: z.object({ recorded: z.number(), known: z.number() }),
  errors: [...staffErrors, 'sweeps_invalid'],
})
