import { contactOf } from '#src/accounts/sessions/profile.ts'
import { formatMicro } from '#src/contract/money.ts'
import { staffAccessRoute } from '#src/contract/operator/console.ts'
import {
  dropApprovalRoute,
  grantRoleRoute,
  listApprovalsRoute,
  listStaffRoute,
  revokeRoleRoute,
  type WaitingApproval,
} from '#src/contract/operator/staff.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Approval, dropApproval, endOf, listApprovals } from './approvals.ts'
import { grantRole, listStaff, readStaffAccess, revokeRole } from './staff.ts'

export function mountStaff(api: Api): void {
  api.handle(staffAccessRoute, (ctx, { actor }) => readStaffAccess(ctx, actor))
  api.handle(listStaffRoute, (ctx, { actor }) => listStaff(ctx, actor))
  api.handle(grantRoleRoute, async (ctx, { actor, body }) => ({ changed: await grantRole(ctx, actor, body) }))
  api.handle(revokeRoleRoute, async (ctx, { actor, body }) => ({ changed: await revokeRole(ctx, actor, body) }))
  api.handle(listApprovalsRoute, async (ctx, { actor }) => {
    const waiting = await listApprovals(ctx, actor)
    return Promise.all(waiting.map((approval) => present(ctx, actor, approval)))
  })
  api.handle(dropApprovalRoute, (ctx, { actor, params }) => dropApproval(ctx, actor, params.id))
}

async function present(ctx: Platform, actor: AccountActor, approval: Approval): Promise<WaitingApproval> {
  const { micro, askedBy, ...rest } = approval
  const emailOf = async (accountId: string) => (await contactOf(ctx.postgres.db, accountId))?.email ?? null
  return {
    ...rest,
    about: await emailOf(approval.subject),
    amount: formatMicro(micro),
    askedBy: await emailOf(askedBy),
    endsAt: endOf(approval),
    own: askedBy === actor.accountId,
  }
}
