import { z } from 'zod'
import { refundSchema } from '../../account/credit.ts'
import { noBody, nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { authorityErrors, staffErrors } from '../console.ts'

const listed = refundSchema.extend({
  email: z.string().nullable().describe('null when the account is gone'),
  approvedAt: z.number().nullable().describe('ms'),
  proven: z.boolean().nullable().describe('false: paid by the word of a person, not seen on the chain'),
})
export type ListedRefund = z.infer<typeof listed>

export const listRefundsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/refunds',
  summary: 'Waiting refund requests, oldest first, and the 50 newest decided requests',
  auth: 'staff',
  verb: 'refund.list',
  data: z.object({ open: z.array(listed), decided: z.array(listed) }),
  errors: staffErrors,
})

const params = z.object({ id: z.string().min(1).max(20) })

export const approveRefundRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/refunds/{id}/approve',
  summary: 'Approves a request; its amount counts for the limit of the day',
  auth: 'staff',
  verb: 'refund.approve',
  params,
  body: noBody,
  data: nothing,
  errors: [...staffErrors, ...authorityErrors, 'conflict'],
})

export const refuseRefundRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/refunds/{id}/refuse',
  summary: 'Declines a request with a reason for the customer; the amount goes back to the credit',
  auth: 'staff',
  verb: 'refund.refuse',
  params,
  body: z.strictObject({ reason: z.string() }),
  data: nothing,
  errors: [...staffErrors, 'missing_parameter', 'invalid_parameter', 'conflict'],
})

export const payRefundRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/refunds/{id}/pay',
  summary:
    'Records the transaction that paid an approved refund, once the chain shows it; with `unchecked` a second owner or 24 hours are needed instead',
  auth: 'staff',
  verb: 'refund.pay',
  params,
  body: z.strictObject({ txHash: z.string(), unchecked: z.boolean() }),
  data: nothing,
  errors: [...staffErrors, ...authorityErrors, 'invalid_parameter', 'conflict', 'refund_unproven'],
})
