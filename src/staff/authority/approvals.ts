import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { installation, requireStaff } from '../require-staff.ts'
import { mailWaitingAct } from './approval-mail.ts'
import * as store from './approval-store.ts'
import { requestLifeMs } from './authority.ts'

export { amountOf } from './approval-store.ts'

export type Approval = store.Approval
export type ClosedApproval = store.ClosedApproval

const closedShown = 50

/** The time in ms at which a request ends: then the installation does the act, or the request expires. */
export function endOf({ askedAt, dueAt }: Approval): number {
  return dueAt ?? askedAt + requestLifeMs
}

export async function listApprovals(ctx: Platform, actor: Actor): Promise<Approval[]> {
  await requireStaff(ctx, actor, 'approval.list')
  return store.openApprovals(ctx.postgres.db, ctx.clock.now() - requestLifeMs)
}

/** The last closed requests, newest first, with their outcome and the person who closed them. */
export async function listClosedApprovals(ctx: Platform, actor: Actor): Promise<ClosedApproval[]> {
  await requireStaff(ctx, actor, 'approval.list')
  return store.closedApprovals(ctx.postgres.db, closedShown)
}

/** Stops a waiting act: its author withdraws it, or somebody else declines it. */
export async function dropApproval(ctx: Platform, actor: Actor, id: number): Promise<void> {
  const by = await requireStaff(ctx, actor, 'approval.drop')
  const open = (await listApprovals(ctx, actor)).find((one) => one.id === id)
  if (!open) throw refuse('not_found')
  await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now()
    const closedBy = by.kind === 'staff' ? by.accountId : null
    if (!(await store.closeApproval(tx, id, { outcome: 'stopped', closedBy, now }))) throw refuse('not_found')
    await ctx.postgres.audit(tx, by, 'approval.drop', `${id}`)
    if (open.dueAt !== null) await mailWaitingAct(ctx, tx, open, 'stopped')
  })
}

/** Acts whose 24 hours are over. */
export async function dueApprovals(ctx: Platform): Promise<Approval[]> {
  return store.approvalsDue(ctx.postgres.db, ctx.clock.now())
}

/** Closes an act that has become impossible. `fault`: the name of its refusal. */
export async function noteFailed(ctx: Platform, approval: Approval, fault: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now()
    if (!(await store.closeApproval(tx, approval.id, { outcome: 'failed', closedBy: null, now, fault }))) return
    await ctx.postgres.audit(tx, installation, 'approval.fail', `${approval.id}`, { fault })
    await mailWaitingAct(ctx, tx, approval, 'failed')
  })
}
