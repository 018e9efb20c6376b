import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import * as store from './approval-store.ts'
import { requireStaff, type StaffActor } from './require-staff.ts'
import { consoleSettings } from './settings.ts'
import { lockOwners } from './store.ts'

const lifeMs = 7 * dayMs

export type Approval = store.Approval

/** `waits`: an open request blocks the change. `approval`: id of the closed request; null if none was needed. */
export type SecondPerson = { waits: true } | { waits: false; approval: number | null }

/**
 * The two-person rule: an amount above `OPERATOR_APPROVAL_USDT` takes effect only when a second owner calls the same
 * verb with the same input within a week. The command line and an owner without other owners decide alone.
 */
export async function secondPerson(
  ctx: Platform,
  tx: Tx,
  by: StaffActor,
  request: store.ApprovalRequest,
): Promise<SecondPerson> {
  const { approvalFrom } = ctx.settings.of(consoleSettings)
  if (request.micro <= approvalFrom) return { waits: false, approval: null }
  const owners = await lockOwners(tx)
  const now = ctx.clock.now()
  await store.closeApprovalsUntil(tx, now - lifeMs, now)
  const open = await store.openApproval(tx, request)
  if (mayDecide(by, owners, open?.askedBy ?? null)) {
    if (open) await store.closeApproval(tx, open.id, now)
    return { waits: false, approval: open?.id ?? null }
  }
  if (!open && by.kind === 'staff') {
    const { verb, subject, input, micro } = request
    await store.insertApproval(tx, request, by.accountId, now)
    await ctx.postgres.audit(tx, by, 'approval.ask', subject, { verb, micro: `${micro}`, input })
  }
  return { waits: true }
}

function mayDecide(by: StaffActor, owners: readonly string[], askedBy: string | null): boolean {
  if (by.kind === 'operator-cli') return true
  if (!owners.includes(by.accountId)) return false
  return owners.length === 1 || (askedBy !== null && askedBy !== by.accountId)
}

/** Time at which an open request expires, ms. */
export function endOf({ askedAt }: Approval): number {
  return askedAt + lifeMs
}

export async function listApprovals(ctx: Platform, actor: Actor): Promise<Approval[]> {
  await requireStaff(ctx, actor, 'approval.list')
  return store.approvalsSince(ctx.postgres.db, ctx.clock.now() - lifeMs)
}

export async function dropApproval(ctx: Platform, actor: Actor, id: number): Promise<void> {
  const by = await requireStaff(ctx, actor, 'approval.drop')
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.closeApproval(tx, id, ctx.clock.now()))) throw refuse('not_found')
    await ctx.postgres.audit(tx, by, 'approval.drop', `${id}`)
  })
}
