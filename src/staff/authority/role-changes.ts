import { contactByEmail, isSuspended } from '#src/accounts/sessions/profile.ts'
import { endSessions } from '#src/accounts/sessions/sessions.ts'
import { refuse } from '#src/contract/errors.ts'
import { namesOf } from '#src/contract/record.ts'
import { mayUse, staffPermissions } from '#src/contract/staff/permissions.ts'
import type { StaffRole } from '#src/contract/staff/role.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '../require-staff.ts'
import { deleteRole, insertRole, lockOwners, rolesOf } from '../store.ts'
import { type Act, authorize } from './authority.ts'
import { orWait } from './or-wait.ts'
import { verbEffects } from './verb-effects.ts'

export type RoleChange = { email: string; role: StaffRole }

/**
 * Grants a role and ends the person's sessions, so that the role needs a new sign-in. Returns false if the person has
 * the role already. A role that gives value takes two owners or waits 24 hours, because one person could otherwise add
 * staff accounts for themselves.
 */
export async function grantRole(ctx: Platform, actor: Actor, { email, role }: RoleChange): Promise<boolean> {
  const by = await requireStaff(ctx, actor, 'staff.grant')
  return orWait(ctx, async (tx) => {
    const contact = await contactByEmail(tx, email)
    if (!contact || contact.emailProvenAt === null) throw refuse('email_unknown', { param: 'email' })
    // Staff cannot be suspended. A suspended owner would count as the second owner and could confirm nothing.
    if (await isSuspended(tx, contact.id)) throw refuse('account_suspended')
    if ((await rolesOf(tx, contact.id)).includes(role)) return false
    let approval: number | null = null
    if (givesValue(role)) {
      const authority = await authorize(ctx, tx, by, roleChange('staff.grant', contact.id, role))
      if (authority.waits) return authority
      approval = authority.approval
    }
    if (!(await insertRole(tx, contact.id, role, ctx.clock.now()))) return false
    await endSessions(ctx, tx, contact.id, null)
    await ctx.postgres.audit(tx, by, 'staff.grant', contact.id, { role, approval })
    return true
  })
}

/**
 * Revokes a role and ends the person's sessions. Returns false if the person lacks the role. Refuses to remove the last
 * owner (409). Removing the role of owner takes two owners or waits 24 hours.
 */
export async function revokeRole(ctx: Platform, actor: Actor, { email, role }: RoleChange): Promise<boolean> {
  const by = await requireStaff(ctx, actor, 'staff.revoke')
  return orWait(ctx, async (tx) => {
    const contact = await contactByEmail(tx, email)
    if (!contact) throw refuse('email_unknown', { param: 'email' })
    if (!(await rolesOf(tx, contact.id)).includes(role)) return false
    let approval: number | null = null
    if (role === 'owner') {
      const owners = await lockOwners(tx)
      if (owners.length === 1 && owners[0]?.accountId === contact.id) throw refuse('last_owner')
      const authority = await authorize(ctx, tx, by, roleChange('staff.revoke', contact.id, role))
      if (authority.waits) return authority
      approval = authority.approval
    }
    if (!(await deleteRole(tx, contact.id, role))) return false
    await endSessions(ctx, tx, contact.id, null)
    await ctx.postgres.audit(tx, by, 'staff.revoke', contact.id, { role, approval })
    return true
  })
}

function roleChange(verb: 'staff.grant' | 'staff.revoke', subject: string, role: StaffRole): Act {
  return { verb, subject, input: { role }, value: 0n, receiver: null, always: true }
}

const valueVerbs = namesOf(staffPermissions).filter((verb) => verbEffects[verb] === 'value')

/** Whether the role allows a verb that gives something to customers. */
export function givesValue(role: StaffRole): boolean {
  return valueVerbs.some((verb) => mayUse(verb, [role]))
}
