import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import * as store from './approval-store.ts'
import { requireStaff, type StaffActor } from './require-staff.ts'
import { consoleSettings } from './settings.ts'
import { lockOwners } from './store.ts'

const lifeMs = 7 * dayMs

/** `waits`: it is asked for and nothing may happen yet. `approval`: the confirmed request, null where none was needed. */
export type SecondPerson = { waits: true } | { waits: false; approval: number | null }

/**
 * The rule of two people: what moves more than `OPERATOR_APPROVAL_USDT` is done once a second person, an owner, does the same
 * within a week. An owner who is alone decides alone, and so does the command line.
 */
export async function secondPerson(ctx: Platform, tx: Tx, by: StaffActor, asked: store.Asked): Promise<SecondPerson> {
  const { approvalFrom } = ctx.settings.of(consoleSettings)
  if (by.kind !== 'staff' || asked.micro <= approvalFrom) return { waits: false, approval: null }
  const owners = await lockOwners(tx)
  if (owners.every((id) => id === by.accountId)) return { waits: false, approval: null }
  const now = ctx.clock.now()
  await store.closeApprovalsUntil(tx, now - lifeMs, now)
  const open = await store.openApproval(tx, asked)
  if (!open) {
    const { verb, subject, input, micro } = asked
    await store.insertApproval(tx, asked, by.accountId, now)
    await ctx.postgres.audit(tx, by, 'approval.ask', subject, { verb, micro: `${micro}`, input })
  }
  if (!open || open.askedBy === by.accountId || !owners.includes(by.accountId)) return { waits: true }
  await store.closeApproval(tx, open.id, now)
  return { waits: false, approval: open.id }
}

/** Requests that wait for a second owner, oldest first. */
export async function listApprovals(ctx: Platform, actor: Actor): Promise<store.Approval[]> {
  await requireStaff(ctx, actor, 'approval.list')
  return store.approvalsSince(ctx.postgres.db, ctx.clock.now() - lifeMs)
}

/** Takes a request back, or refuses it. */
export async function dropApproval(ctx: Platform, actor: Actor, id: number): Promise<void> {
  const by = await requireStaff(ctx, actor, 'approval.drop')
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.closeApproval(tx, id, ctx.clock.now()))) throw refuse('not_found')
    await ctx.postgres.audit(tx, by, 'approval.drop', `${id}`)
  })
}
