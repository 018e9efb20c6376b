import { z } from 'zod'
import { noBody, nothing } from '../account/shapes.ts'
import { defineRoute } from '../route.ts'
import { staffErrors } from './console.ts'
import { staffRoles } from './role.ts'

const member = z.object({
  accountId: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  since: z.number().describe('ms'),
})
export type Member = z.infer<typeof member>

export const listStaffRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/staff',
  summary: 'Everybody with a role, the longest-serving first',
  auth: 'staff',
  data: z.array(member),
  errors: staffErrors,
})

const roleChange = z.object({ email: z.string().trim().min(1).max(254), role: z.enum(staffRoles) })

export const grantRoleRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/staff/grant',
  summary: 'Gives a person with an account a role; their sessions end',
  auth: 'staff',
  body: roleChange,
  data: z.object({ changed: z.boolean().describe('false: the person had the role already') }),
  errors: [...staffErrors, 'email_unknown'],
})

export const revokeRoleRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/staff/revoke',
  summary: 'Takes a role away and ends the sessions of the person; the last owner stays',
  auth: 'staff',
  body: roleChange,
  data: z.object({ changed: z.boolean().describe('false: the person did not have the role') }),
  errors: [...staffErrors, 'email_unknown', 'last_owner'],
})

const approval = z.object({
  id: z.number(),
  verb: z.string(),
  subject: z.string(),
  about: z.string().nullable().describe('the address of the customer that `subject` names, where it is one'),
  input: z.record(z.string(), z.unknown()),
  amount: z.string().describe('USDT'),
  askedBy: z.string().nullable().describe('the address of the person; null when the account is gone'),
  askedAt: z.number().describe('ms'),
  endsAt: z.number().describe('ms; the request closes by itself then'),
  own: z.boolean().describe('the caller asked'),
})
export type WaitingApproval = z.infer<typeof approval>

export const listApprovalsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/approvals',
  summary: 'Requests that wait for a second owner, oldest first',
  auth: 'staff',
  data: z.array(approval),
  errors: staffErrors,
})

const approvalId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

export const confirmApprovalRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/approvals/{id}/confirm',
  summary: 'Does what was asked for, as its second owner',
  auth: 'staff',
  params: approvalId,
  body: noBody,
  data: nothing,
  errors: [
    ...staffErrors,
    'second_person_needed',
    'invalid_parameter',
    'refund_decided',
    'order_closed',
    'order_not_openable',
  ],
})

export const dropApprovalRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/approvals/{id}/drop',
  summary: 'Takes a request back, or declines it',
  auth: 'staff',
  params: approvalId,
  body: noBody,
  data: nothing,
  errors: staffErrors,
})
