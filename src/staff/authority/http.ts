import { contactOf } from '#src/accounts/sessions/profile.ts'
import { isErrorName } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { staffAccessRoute } from '#src/contract/operator/console.ts'
import {
  dropApprovalRoute,
  grantRoleRoute,
  listApprovalsRoute,
  listStaffRoute,
  type PastApproval,
  revokeRoleRoute,
  type WaitingApproval,
} from '#src/contract/operator/staff.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listStaff, readStaffAccess } from '../staff.ts'
import {
  type Approval,
  amountOf,
  type ClosedApproval,
  dropApproval,
  endOf,
  listApprovals,
  listClosedApprovals,
} from './approvals.ts'
import { grantRole, revokeRole } from './role-changes.ts'

export function mountStaff(api: Api): void {
  api.handle(staffAccessRoute, (ctx, { actor }) => readStaffAccess(ctx, actor))
  api.handle(listStaffRoute, (ctx, { actor }) => listStaff(ctx, actor))
  api.handle(grantRoleRoute, async (ctx, { actor, body }) => ({ changed: await grantRole(ctx, actor, body) }))
  api.handle(revokeRoleRoute, async (ctx, { actor, body }) => ({ changed: await revokeRole(ctx, actor, body) }))
  api.handle(listApprovalsRoute, async (ctx, { actor, locale }) => {
    const open = await listApprovals(ctx, actor)
    const closed = await listClosedApprovals(ctx, actor)
    return {
      open: await Promise.all(open.map((approval) => presentOpen(ctx, actor, approval))),
      closed: await Promise.all(closed.map((approval) => presentClosed(ctx, approval, locale))),
    }
  })
  api.handle(dropApprovalRoute, (ctx, { actor, params }) => dropApproval(ctx, actor, params.id))
}

async function presentOpen(ctx: Platform, actor: AccountActor, approval: Approval): Promise<WaitingApproval> {
  return {
    ...(await present(ctx, approval)),
    waitsFor: approval.dueAt === null ? 'second_owner' : 'time',
    endsAt: endOf(approval),
    own: approval.askedBy === actor.accountId,
  }
}

async function presentClosed(ctx: Platform, approval: ClosedApproval, locale: Locale): Promise<PastApproval> {
  const { closedAt, closedBy, outcome, fault } = approval
  return {
    ...(await present(ctx, approval)),
    ...{ closedAt, outcome, closedBy: closedBy === null ? null : await emailOf(ctx, closedBy) },
    fault: fault !== null && isErrorName(fault) ? errorMessage(locale, fault) : fault,
  }
}

async function present(ctx: Platform, approval: Approval) {
  const { id, verb, subject, input, askedBy, askedAt } = approval
  return {
    ...{ id, verb, subject, input, askedAt },
    about: await emailOf(ctx, subject),
    amount: amountOf(approval),
    askedBy: await emailOf(ctx, askedBy),
  }
}

async function emailOf(ctx: Platform, accountId: string): Promise<string | null> {
  return (await contactOf(ctx.postgres.db, accountId))?.email ?? null
}
