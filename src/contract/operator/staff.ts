import { z } from 'zod'
import { noBody, nothing } from '../account/shapes.ts'
import { defineRoute } from '../route.ts'
import { staffRoles } from '../staff/role.ts'
import { authorityErrors, staffErrors } from './console.ts'

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
  verb: 'staff.list',
  data: z.array(member),
  errors: staffErrors,
})

const roleChange = z.object({ email: z.string().trim().min(1).max(254), role: z.enum(staffRoles) })

export const grantRoleRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/staff/grant',
  summary:
    'Gives a person with an account a role; their sessions end. The roles of owner and billing need a second owner or 24 hours',
  auth: 'staff',
  verb: 'staff.grant',
  body: roleChange,
  data: z.object({ changed: z.boolean().describe('false: the person had the role already') }),
  errors: [...staffErrors, 'email_unknown', ...authorityErrors],
})

export const revokeRoleRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/staff/revoke',
  summary:
    'Takes a role away and ends the sessions of the person; the last owner cannot be removed, and a removal of the role of owner needs a second owner',
  auth: 'staff',
  verb: 'staff.revoke',
  body: roleChange,
  data: z.object({ changed: z.boolean().describe('false: the person did not have the role') }),
  errors: [...staffErrors, 'email_unknown', 'last_owner', ...authorityErrors],
})

const approval = z.object({
  id: z.number(),
  verb: z.string(),
  subject: z.string(),
  about: z.string().nullable().describe('the address of the account that `subject` names, if it names an account'),
  input: z.record(z.string(), z.unknown()),
  amount: z
    .string()
    .nullable()
    .describe('the amount of the act, USDT; null: the act is not about money, or its amount has no upper bound'),
  askedBy: z.string().nullable().describe('the address of the person; null when the account is gone'),
  askedAt: z.number().describe('ms'),
})

const waitingApproval = approval.extend({
  waitsFor: z.enum(['second_owner', 'time']).describe('time: the installation does the act at `endsAt`'),
  endsAt: z.number().describe('ms; at this time an act that waits for time is done, and any other request closes'),
  own: z.boolean().describe('whether the caller requested the act'),
})
export type WaitingApproval = z.infer<typeof waitingApproval>

const closedApproval = approval.extend({
  closedAt: z.number().describe('ms'),
  closedBy: z.string().nullable().describe('the address of the person; null: the installation or the command line'),
  outcome: z.enum(['done', 'stopped', 'failed']),
  fault: z.string().nullable().describe('why a failed act was not possible, in the language of the caller'),
})
export type PastApproval = z.infer<typeof closedApproval>

export const listApprovalsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/approvals',
  summary: 'Acts that wait for a second owner or for 24 hours, oldest first, and the 50 newest closed acts',
  auth: 'staff',
  verb: 'approval.list',
  data: z.object({ open: z.array(waitingApproval), closed: z.array(closedApproval) }),
  errors: staffErrors,
})

const approvalId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

export const confirmApprovalRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/approvals/{id}/confirm',
  summary: 'Confirms a waiting act as its second owner; then the act is done',
  auth: 'staff',
  verb: 'approval.confirm',
  params: approvalId,
  body: noBody,
  data: nothing,
  errors: [
    ...staffErrors,
    ...authorityErrors,
    'changed_meanwhile',
    'conflict',
    'coupon_exists',
    'credit_exceeded',
    'email_unknown',
    'invalid_parameter',
    'last_owner',
    'order_closed',
    'order_not_openable',
    'plans_changed',
    'plans_no_draft',
    'plans_unchanged',
    'refund_decided',
  ],
})

export const dropApprovalRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/approvals/{id}/drop',
  summary: 'Withdraws or declines a waiting act',
  auth: 'staff',
  verb: 'approval.drop',
  params: approvalId,
  body: noBody,
  data: nothing,
  errors: staffErrors,
})
