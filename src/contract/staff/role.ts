/** Roles in the operator's console. An owner may do everything. */
export const staffRoles = ['owner', 'billing', 'support', 'data'] as const
export type StaffRole = (typeof staffRoles)[number]

export function isStaffRole(text: string): text is StaffRole {
  return staffRoles.some((role) => role === text)
}

/** If an account has a staff role, only an owner may take these actions on the account. */
export const colleagueVerbs: readonly string[] = [
  'customer.sign_out',
  'customer.revoke_key',
  'customer.disconnect',
  'customer.limits',
]
