import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import { namesOf } from '#src/contract/record.ts'
import { mayUse, type StaffVerb, staffPermissions } from '#src/contract/staff/permissions.ts'
import type { StaffRole } from '#src/contract/staff/role.ts'
import type { AccountActor, Actor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from './require-staff.ts'
import * as store from './store.ts'

export type Colleague = Pick<store.StaffMember, 'accountId' | 'email'>

export async function readStaffAccess(
  ctx: Platform,
  actor: Actor,
): Promise<{ roles: StaffRole[]; verbs: StaffVerb[] }> {
  const by = await requireStaff(ctx, actor, 'console.open')
  const roles: StaffRole[] = by.kind === 'staff' ? await store.rolesOf(ctx.postgres.db, by.accountId) : ['owner']
  return { roles, verbs: namesOf(staffPermissions).filter((verb) => mayUse(verb, roles)) }
}

/**
 * Checks the role before the call is read, so that a person without the role does not learn which objects exist.
 * Refuses an account without any role with `not_found`.
 */
export async function assertStaff(ctx: Platform, actor: AccountActor, verb: StaffVerb): Promise<void> {
  const roles = await store.rolesOf(ctx.postgres.db, actor.accountId)
  if (roles.length === 0) throw refuse('not_found')
  if (!mayUse(verb, roles)) throw refuse('staff_role_required')
}

export async function isStaff(db: Db | Tx, accountId: string): Promise<boolean> {
  return (await store.rolesOf(db, accountId)).length > 0
}

export async function isOwner(db: Db | Tx, accountId: string): Promise<boolean> {
  return (await store.rolesOf(db, accountId)).includes('owner')
}

export async function accountMay(db: Db | Tx, accountId: string, verb: StaffVerb): Promise<boolean> {
  return mayUse(verb, await store.rolesOf(db, accountId))
}

/** The addresses of current and former staff, by account. */
export async function addressesOfStaff(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const found = await addressesOf(db, accountIds)
  return new Map(found.map(({ accountId, email }) => [accountId, email]))
}

/** Staff whose roles allow a verb, sorted by address. */
export async function colleaguesFor(db: Db, verb: StaffVerb): Promise<Colleague[]> {
  const all = await store.members(db)
  return all
    .filter(({ roles }) => mayUse(verb, roles))
    .map(({ accountId, email }) => ({ accountId, email }))
    .sort((a, b) => (a.email < b.email ? -1 : 1))
}

/** Everybody with a role, longest-serving first. */
export async function listStaff(ctx: Platform, actor: Actor): Promise<store.StaffMember[]> {
  await requireStaff(ctx, actor, 'staff.list')
  return store.members(ctx.postgres.db)
}
