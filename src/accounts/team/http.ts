import {
  actRoute,
  inviteRoute,
  joinRoute,
  leaveRoute,
  memberRoleRoute,
  membershipsRoute,
  readInviteRoute,
  removeMemberRoute,
  teamRoute,
  transferRoute,
  withdrawInviteRoute,
} from '#src/contract/account/team.ts'
import type { Api } from '#src/platform/http/api.ts'
import { inviteMember, joinTeam, readInvite, withdrawInvite } from './invites.ts'
import {
  actForTeam,
  leaveTeam,
  membershipsOf,
  readTeam,
  removeMember,
  setMemberRole,
  transferOwnership,
} from './team.ts'

export function mountTeam(api: Api): void {
  api.handle(teamRoute, (ctx, { actor }) => readTeam(ctx, actor))
  api.handle(membershipsRoute, async (ctx, { actor }) => ({ teams: await membershipsOf(ctx, actor) }))
  api.handle(inviteRoute, (ctx, call) => inviteMember(ctx, call.actor, call.body, call))
  api.handle(withdrawInviteRoute, async (ctx, { actor, params }) => {
    await withdrawInvite(ctx, actor, params.id)
    return {}
  })
  api.handle(readInviteRoute, async (ctx, { actor, query }) =>
    query.token === undefined ? null : readInvite(ctx, actor, query.token),
  )
  api.handle(joinRoute, (ctx, { actor, body }) => joinTeam(ctx, actor, body.token))
  api.handle(memberRoleRoute, async (ctx, { actor, params, body }) => {
    await setMemberRole(ctx, actor, { memberId: params.id, ...body })
    return {}
  })
  api.handle(removeMemberRoute, async (ctx, { actor, params }) => {
    await removeMember(ctx, actor, params.id)
    return {}
  })
  api.handle(transferRoute, async (ctx, { actor, body }) => {
    await transferOwnership(ctx, actor, body)
    return {}
  })
  api.handle(leaveRoute, async (ctx, { actor, body }) => {
    await leaveTeam(ctx, actor, body.accountId)
    return {}
  })
  api.handle(actRoute, async (ctx, { actor, body }) => {
    await actForTeam(ctx, actor, body.accountId)
    return {}
  })
}
