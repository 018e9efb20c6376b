import type { Account } from '#src/accounts/account/account.ts'
import { lockForDecision } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import type { StaffVerb } from '#src/contract/staff/permissions.ts'
import { colleagueVerbs } from '#src/contract/staff/role.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff, type StaffActor } from '#src/staff/require-staff.ts'
import { isOwner, isStaff } from '#src/staff/staff.ts'

/**
 * The customer whom a staff decision concerns. `version`: the version that the staff member saw; null skips the
 * check.
 */
export type About = { accountId: string; version: number | null }

type Decided<T> = { result: T; detail: Record<string, unknown> }

/** Runs one staff decision about a customer in one transaction: permission check, lock, work and audit row. */
export async function decide<T>(
  ctx: Platform,
  actor: Actor,
  verb: StaffVerb,
  { accountId, version }: About,
  work: (tx: Tx, account: Account, by: StaffActor) => Promise<Decided<T>>,
): Promise<T> {
  const by = await requireStaff(ctx, actor, verb)
  return ctx.postgres.transaction(async (tx) => {
    const account = await lockForDecision(tx, accountId, version)
    await assertNoColleague(tx, by, verb, accountId)
    const { result, detail } = await work(tx, account, by)
    await ctx.postgres.audit(tx, by, verb, accountId, detail)
    return result
  })
}

/**
 * Of the staff, only an owner may end the sessions, keys and sockets of a colleague or change the limits of a
 * colleague's key. Otherwise a lower role could lock out a higher role.
 */
async function assertNoColleague(tx: Tx, by: StaffActor, verb: StaffVerb, accountId: string): Promise<void> {
  if (by.kind !== 'staff' || !colleagueVerbs.includes(verb) || !(await isStaff(tx, accountId))) return
  if (!(await isOwner(tx, by.accountId))) throw refuse('staff_role_required')
}

const wordsMax = 2_000

export function readWords(param: string, text: string): string {
  const words = text.trim()
  if (words === '') throw refuse('missing_parameter', { param })
  if (words.length > wordsMax) throw refuse('invalid_parameter', { param })
  return words
}
