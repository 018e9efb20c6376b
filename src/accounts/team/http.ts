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
  type Departure,
  leaveTeam,
  membershipsOf,
  readTeam,
  removeMember,
  setMemberRole,
  transferOwnership,
} from './team.ts'

export function mountTeam(api: Api, departure: Departure): void {
  api.handle(teamRoute, (ctx, { actor }) => readTeam(ctx, actor))
  api.handle(membershipsRoute, async (ctx, { actor }) => ({ teams: await membershipsOf(ctx, actor) }))
  api.handle(inviteRoute, (ctx, call) => inviteMember(ctx, call.actor, call.body, call))
  api.handle(withdrawInviteRoute, (ctx, { actor, params }) => withdrawInvite(ctx, actor, params.id))
  api.handle(readInviteRoute, async (ctx, { actor, query }) =>
    query.token === undefined ? null : readInvite(ctx, actor, query.token),
  )
  api.handle(joinRoute, (ctx, { actor, body }) => joinTeam(ctx, actor, body.token))
  api.handle(memberRoleRoute, (ctx, { actor, params, body }) =>
    setMemberRole(ctx, actor, { memberId: params.id, ...body }),
  )
  api.handle(removeMemberRoute, async (ctx, { actor, params, body }) => ({
    keys: await removeMember(ctx, actor, { ...body, memberId: params.id }, departure),
  }))
  api.handle(transferRoute, (ctx, { actor, body }) => transferOwnership(ctx, actor, body))
  api.handle(leaveRoute, (ctx, { actor, body }) => leaveTeam(ctx, actor, body.accountId, departure))
  api.handle(actRoute, (ctx, { actor, body }) => actForTeam(ctx, actor, body.accountId))
}
