import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { staffRoles } from '../staff/role.ts'

/** Refusals that every console call may return before it reads its input. */
export const staffErrors = [
  'not_signed_in',
  'not_found',
  'second_factor_needed',
  'staff_role_required',
  'fresh_factor_required',
] as const

/**
 * Refusals of an act that gives value: the act needs or awaits a second person, or it concerns the caller's own
 * account.
 */
export const authorityErrors = ['second_person_needed', 'act_waits', 'own_account'] as const

const staffAccess = z.object({
  roles: z.array(z.enum(staffRoles)),
  verbs: z.array(z.string()).describe('the verbs of the console that these roles may use'),
})
export type StaffAccess = z.infer<typeof staffAccess>

export const staffAccessRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/me',
  summary: 'The roles of the caller, and the verbs that they may use',
  auth: 'staff',
  verb: 'console.open',
  data: staffAccess,
  errors: staffErrors,
})
