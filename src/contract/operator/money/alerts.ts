import { z } from 'zod'
import { noBody, nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const alerts = z.object({
  email: z.string().nullable().describe('the address to which alerts are mailed; null: no address is set'),
  webhook: z.boolean().describe('whether a webhook is set'),
  waiting: z.number().describe('alerts that the webhook has not accepted yet'),
  failed: z.number().describe('alerts that the webhook missed in the last week'),
  error: z.string().nullable().describe('the last problem of the webhook'),
})
export type AlertStatus = z.infer<typeof alerts>

export const readAlertsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/alerts',
  summary: 'The recipients of alerts about payment incidents, and the results of the webhook in the last week',
  auth: 'staff',
  verb: 'alert.test',
  data: alerts,
  errors: staffErrors,
})

export const testAlertRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/alerts/test',
  summary: 'Sends a test to the address and the webhook that receive alerts about payment incidents',
  auth: 'staff',
  verb: 'alert.test',
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})
