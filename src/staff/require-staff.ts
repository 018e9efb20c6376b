import { demands } from '#src/accounts/step-up/demands.ts'
import { sessionProof } from '#src/accounts/step-up/session-proof.ts'
import { refuse } from '#src/contract/errors.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { mayUse, type StaffVerb } from './permissions.ts'
import { rolesOf } from './store.ts'

const signInAgeMaxMs = 12 * hourMs
const recentMs = 15 * minuteMs

/** A staff member whose role was checked, or the command line. It is the actor of the verb's audit row. */
export type StaffActor = Extract<Actor, { kind: 'staff' | 'operator-cli' }>

/**
 * Checks that the actor may use a verb of the console, and returns the actor for its audit row. Refuses customers with
 * `not_found`, others with `staff_role_required`, `second_factor_needed` or `recent_signin_required`. The command line may use
 * every verb, because only the owner of the machine reaches it. Call it before the verb's transaction.
 */
export async function requireStaff(ctx: Platform, actor: Actor, verb: StaffVerb): Promise<StaffActor> {
  if (actor.kind === 'operator-cli') return actor
  if (actor.kind === 'system') throw new Error(`${actor.name} is nobody of the staff`)
  const roles = await rolesOf(ctx.postgres.db, actor.accountId)
  if (roles.length === 0) throw refuse('not_found')
  const proof = await sessionProof(ctx, actor)
  if (!proof) throw refuse('not_signed_in')
  if (!proof.byFactor) throw refuse('second_factor_needed')
  if (!mayUse(verb, roles)) throw refuse('staff_role_required')
  const age = ctx.clock.now() - proof.provedAt
  if (age >= (demands[verb] === 'factor-recent' ? recentMs : signInAgeMaxMs)) throw refuse('recent_signin_required')
  return { kind: 'staff', accountId: actor.accountId, sessionId: actor.sessionId }
}
