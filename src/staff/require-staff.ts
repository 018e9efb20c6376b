import { demandOfSession } from '#src/accounts/step-up/step-up.ts'
import { refuse } from '#src/contract/errors.ts'
import { mayUse, type StaffVerb } from '#src/contract/staff/permissions.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { rolesOf } from './store.ts'

/** The installation itself, which does acts that have waited 24 hours (`carryOutDue`). */
export const installation = { kind: 'system', name: 'approvals' } as const satisfies Actor

/**
 * A staff member whose role was checked, the command line, or the installation. It is the actor of the verb's audit
 * row.
 */
export type StaffActor = Extract<Actor, { kind: 'staff' | 'operator-cli' }> | typeof installation

/**
 * Checks that the actor may use a verb of the console, and returns the actor for its audit row. Refuses customers with
 * `not_found`, and staff with `staff_role_required`, `second_factor_needed` or `fresh_factor_required`. The command
 * line may use every verb, because only the owner of the machine reaches it. Call it before the verb's transaction.
 */
export async function requireStaff(ctx: Platform, actor: Actor, verb: StaffVerb): Promise<StaffActor> {
  if (actor.kind === 'operator-cli') return actor
  if (actor === installation) return installation
  if (actor.kind === 'system') throw new Error(`${actor.name} is nobody of the staff`)
  const roles = await rolesOf(ctx.postgres.db, actor.accountId)
  if (roles.length === 0) throw refuse('not_found')
  if (!mayUse(verb, roles)) throw refuse('staff_role_required')
  await demandOfSession(ctx, { ...actor, kind: 'account' }, verb)
  return { kind: 'staff', accountId: actor.accountId, sessionId: actor.sessionId }
}
