import { z } from 'zod'
import { noBody, nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { authorityErrors, staffErrors } from '../console.ts'
import { amount, customerId, time } from './customers.ts'

const version = z
  .number()
  .int()
  .min(0)
  .nullable()
  .describe('the version of the page that the caller read; null skips the check')
const reason = z.string().max(2_000)
const note = reason.default('').describe('only the staff read it')
const words = { reason: reason.describe('the customer reads it'), note }
const maybeWords = { reason: reason.default('').describe('the customer reads it'), note }
const changeErrors = [...staffErrors, 'changed_meanwhile', 'missing_parameter', 'invalid_parameter'] as const

export const suspendRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/suspend',
  summary: 'Suspends a customer; sockets close within a second, money and plans are kept',
  auth: 'staff',
  verb: 'customer.suspend',
  params: customerId,
  body: z.object({ version, reason }),
  data: nothing,
  errors: [...changeErrors, 'conflict', 'account_of_staff'],
})

export const restoreRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/restore',
  summary: 'Lets a suspended customer in again',
  auth: 'staff',
  verb: 'customer.restore',
  params: customerId,
  body: z.object({ version, reason }),
  data: nothing,
  errors: [...changeErrors, 'conflict'],
})

export const signOutCustomerRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/sign-out',
  summary: 'Ends every session of a customer',
  auth: 'staff',
  verb: 'customer.sign_out',
  params: customerId,
  body: z.object({ version }),
  data: nothing,
  errors: changeErrors,
})

export const addNoteRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/notes',
  summary: 'Stores a note that only the staff read',
  auth: 'staff',
  verb: 'customer.note',
  params: customerId,
  body: z.object({ note: z.string().max(2_000) }),
  data: nothing,
  errors: changeErrors,
})

const limit = z.number().int().min(1).max(1_000_000_000).nullable()

export const overrideLimitRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/limits',
  summary: 'Gives a key other limits until the end of a UTC day, or the limits of its plan again',
  auth: 'staff',
  verb: 'customer.limits',
  params: customerId,
  body: z.object({
    version,
    keyId: z.string().max(64),
    override: z
      .object({ perMinute: limit, sockets: limit, subscriptions: limit, until: z.iso.date() })
      .nullable()
      .describe("limits of null: without limit; null: the plan's limits apply again"),
    reason,
  }),
  data: nothing,
  errors: changeErrors,
})

export const revokeCustomerKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/keys/{keyId}/revoke',
  summary: 'Revokes a key of a customer, who gets a mail',
  auth: 'staff',
  verb: 'customer.revoke_key',
  params: customerId.extend({ keyId: z.string().min(1).max(64) }),
  body: z.object({ version, reason }),
  data: nothing,
  errors: changeErrors,
})

export const disconnectRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/sockets/{socketId}/disconnect',
  summary: 'Closes one open socket of a customer',
  auth: 'staff',
  verb: 'customer.disconnect',
  params: customerId.extend({ socketId: z.string().min(1).max(64) }),
  body: noBody,
  data: nothing,
  errors: staffErrors,
})

export const resendMailRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/mails/{mailId}/resend',
  summary: 'Sends a mail again that was not sent after all attempts',
  auth: 'staff',
  verb: 'customer.resend_mail',
  params: customerId.extend({ mailId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})

export const adjustCreditRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/credit',
  summary: 'Adds or takes credit by hand, never below zero; the amount counts for the limit of the day',
  auth: 'staff',
  verb: 'credit.adjust',
  params: customerId,
  body: z.object({
    version,
    amount: z.string().max(40).describe('USDT with its sign: 5, -5'),
    paid: z
      .boolean()
      .default(false)
      .describe('whether the customer paid for added credit; unpaid credit is promotional'),
    ...words,
  }),
  data: z.object({ credit: amount }),
  errors: [...changeErrors, ...authorityErrors, 'credit_exceeded'],
})

export const noteRefundRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/refund',
  summary:
    'Records a refund that was sent without a request in the account; its amount counts for the limit of the day',
  auth: 'staff',
  verb: 'ledger.refund',
  params: customerId,
  body: z.object({
    version,
    amount: z.string().max(40).describe('USDT'),
    to: z
      .string()
      .max(100)
      .describe(
        'the address that the customer named; an address whose form several networks have follows the name of its network: `POLYGON:0x…`',
      ),
    txHash: z.string().max(100),
    ...maybeWords,
  }),
  data: z.object({ credit: amount }),
  errors: [...changeErrors, ...authorityErrors, 'refund_exceeds_paid', 'conflict'],
})

export const extendPlanRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/customers/{id}/extend',
  summary: 'Adds free days to a plan, or to every running paid plan; their list price counts for the limit of the day',
  auth: 'staff',
  verb: 'subscription.extend',
  params: customerId,
  body: z.object({ version, planId: z.string().max(64).nullable(), days: z.number(), ...maybeWords }),
  data: z.array(z.object({ planId: z.string(), expiresAt: time })),
  errors: [...changeErrors, ...authorityErrors],
})
