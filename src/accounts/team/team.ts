import type { ExposedKey } from '#src/contract/account/keys.ts'
import type { FactorProof } from '#src/contract/account/security.ts'
import type { Membership, TeamInvite, TeamMember } from '#src/contract/account/team.ts'
import { teamMax } from '#src/contract/account/team.ts'
import { refuse } from '#src/contract/errors.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { type AccountActor, personOf } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import { lockAccount } from '../account/store.ts'
import { noticeToAccount } from '../mails/notify.ts'
import { accountOf } from '../sessions/profile.ts'
import { notifySessionChange } from '../sessions/sessions.ts'
import { demand } from '../step-up/step-up.ts'
import { dropInvitesOf, openInvites } from './invite-store.ts'
import * as store from './member-store.ts'

export type Team = { email: string; role: TeamRole; members: TeamMember[]; invites: TeamInvite[]; max: number }

export async function readTeam(ctx: Platform, actor: AccountActor): Promise<Team> {
  const { db } = ctx.postgres
  const holder = await accountOf(ctx, actor)
  const you = personOf(actor).accountId
  const role = actor.member?.role ?? 'owner'
  const kept = await store.colleaguesOf(db, holder.id)
  const alone = { id: holder.id, email: holder.email, role: 'owner' as const, joinedAt: null }
  const members = (kept.length > 0 ? kept : [alone]).map(({ id, email, role, joinedAt }) => {
    return { id, email, role, joinedAt, holder: id === holder.id, you: id === you }
  })
  const invites = role === 'owner' ? await openInvites(db, holder.id, ctx.clock.now()) : []
  return { email: holder.email, role, members, invites, max: teamMax }
}

export async function membershipsOf(ctx: Platform, actor: AccountActor): Promise<Membership[]> {
  return store.teamsOf(ctx.postgres.db, actor.accountId, actor.sessionId)
}

/** `from`: the role that the caller saw. Refuses with `changed_meanwhile` if the member has another role now. */
export async function setMemberRole(
  ctx: Platform,
  actor: AccountActor,
  { memberId, role, from, ...proof }: FactorProof & { memberId: string; role: TeamRole; from: TeamRole },
): Promise<void> {
  await demand(ctx, actor, role === 'owner' || from === 'owner' ? 'team.owner' : 'team.role', { proof })
  await changeTeam(ctx, actor, memberId, async ({ tx, holder, team, caller, member, owners }) => {
    if (member.role !== from) throw refuse('changed_meanwhile')
    if (role === from) return
    const isHolder = memberId === holder.id
    if (isHolder && caller?.id !== holder.id && role !== 'owner') throw refuse('team_holder')
    if (from === 'owner' && !hasOtherOwner(team, memberId)) throw refuse('team_last_owner')
    if (role === 'owner') assertActive(holder, [caller, member])
    else if (isHolder) assertActive(holder, [])
    await store.setRole(tx, holder.id, memberId, role)
    await endStreams(ctx, tx, holder.id, memberId)
    await ctx.postgres.audit(tx, actor, 'team.role', holder.id, { name: member.email, role, from })
    await notifyTeam(ctx, tx, { holder, owners, about: member, kind: 'team-role', role })
  })
}

/**
 * Runs in the transaction in which a person leaves a team, and ends the person's rights in other domains. Returns the
 * keys that former members still know.
 */
export type Departure = (
  ctx: Platform,
  tx: Tx,
  actor: AccountActor,
  left: { accountId: string; personId: string },
) => Promise<ExposedKey[]>

const endsNothing: Departure = async () => []

/** Notifies the member's sessions, so that their streams end. Each call checks the membership anyway. */
export async function removeMember(
  ctx: Platform,
  actor: AccountActor,
  { memberId, ...proof }: FactorProof & { memberId: string },
  departure = endsNothing,
): Promise<ExposedKey[]> {
  if (memberId === actor.accountId) throw refuse('team_holder')
  const known = (await store.colleaguesOf(ctx.postgres.db, actor.accountId)).find(({ id }) => id === memberId)
  await demand(ctx, actor, known?.role === 'owner' ? 'team.owner' : 'team.remove', { proof })
  return changeTeam(ctx, actor, memberId, async ({ tx, holder, team, member, owners }) => {
    if (member.role === 'owner' && known?.role !== 'owner') throw refuse('changed_meanwhile')
    if (member.role === 'owner' && !hasOtherOwner(team, memberId)) throw refuse('team_last_owner')
    await leaveWithin(ctx, tx, holder.id, memberId)
    await ctx.postgres.audit(tx, actor, 'team.remove', holder.id, { name: member.email })
    await notifyTeam(ctx, tx, { holder, owners, about: member, kind: 'team-removed' })
    return departure(ctx, tx, actor, { accountId: holder.id, personId: memberId })
  })
}

/** Changes both roles in one step, so that the team is never without an owner. */
export async function transferOwnership(
  ctx: Platform,
  actor: AccountActor,
  { memberId, ...proof }: FactorProof & { memberId: string },
): Promise<void> {
  const person = personOf(actor)
  await demand(ctx, actor, 'team.transfer', { proof })
  await changeTeam(ctx, actor, memberId, async ({ tx, holder, caller, member, owners }) => {
    if (memberId === person.accountId) throw refuse('not_found')
    assertActive(holder, [caller, member])
    await store.setRole(tx, holder.id, memberId, 'owner')
    await store.setRole(tx, holder.id, person.accountId, 'developer')
    await endStreams(ctx, tx, holder.id, person.accountId)
    await ctx.postgres.audit(tx, actor, 'team.transfer', holder.id, { name: member.email })
    await notifyTeam(ctx, tx, { holder, owners, about: member, kind: 'team-owner' })
  })
}

export async function leaveTeam(
  ctx: Platform,
  actor: AccountActor,
  accountId: string,
  departure = endsNothing,
): Promise<void> {
  if (accountId === actor.accountId) throw refuse('team_holder')
  await ctx.postgres.transaction(async (tx) => {
    const holder = await lockAccount(tx, accountId)
    const team = await store.colleaguesOf(tx, accountId)
    const member = team.find(({ id }) => id === actor.accountId)
    if (!holder || !member) throw refuse('not_found')
    const owners = team.filter(({ role }) => role === 'owner')
    if (member.role === 'owner' && !hasOtherOwner(team, member.id)) throw refuse('team_last_owner')
    await leaveWithin(ctx, tx, accountId, actor.accountId)
    const left = { ...actor, accountId, member: { accountId: actor.accountId, role: member.role } }
    await ctx.postgres.audit(tx, left, 'team.leave', accountId, { name: member.email })
    await notifyTeam(ctx, tx, { holder, owners, about: member, kind: 'team-left' })
    await departure(ctx, tx, left, { accountId, personId: actor.accountId })
  })
}

/** `accountId` null: the session works in the person's own account again. */
export async function actForTeam(ctx: Platform, actor: AccountActor, accountId: string | null): Promise<void> {
  const { db } = ctx.postgres
  const wanted = accountId === actor.accountId ? null : accountId
  if (wanted !== null) {
    const team = (await store.teamsOf(db, actor.accountId, actor.sessionId)).find((one) => one.accountId === wanted)
    if (!team) throw refuse('not_found')
    if (team.suspended) throw refuse('account_suspended')
  }
  await ctx.postgres.transaction(async (tx) => {
    await store.actFor(tx, actor.sessionId, wanted)
    await ctx.postgres.audit(tx, actor, 'team.act', wanted ?? actor.accountId)
  })
}

/** Refuses the only owner of another person's account, and the holder of an account that other people own. */
export async function assertMayGo(ctx: Platform, actor: AccountActor): Promise<void> {
  const { db } = ctx.postgres
  if ((await store.soleOwnerOf(db, actor.accountId)).length > 0) throw refuse('team_last_owner')
  if (!(await ownsOwn(db, actor.accountId))) throw refuse('team_holder')
}

/**
 * Ends the memberships of a person whose account closes. Where the person was the last active owner of another account,
 * the holder of that account becomes owner again.
 */
export async function endMemberships(ctx: Platform, tx: Tx, person: Account): Promise<void> {
  for (const accountId of await store.soleOwnerOf(tx, person.id)) {
    const holder = await lockAccount(tx, accountId)
    const team = await store.colleaguesOf(tx, accountId)
    const before = team.find(({ id }) => id === accountId)
    if (!holder || !before || hasOtherOwner(team, person.id)) continue
    await store.setRole(tx, accountId, accountId, 'owner')
    const detail = { name: holder.email, role: 'owner', from: before.role }
    await ctx.postgres.audit(tx, { kind: 'system', name: 'accounts' }, 'team.role', accountId, detail)
    await notifyTeam(ctx, tx, { holder, owners: [], about: before, kind: 'team-role', role: 'owner' })
  }
  await dropInvitesOf(tx, person)
}

/** Whether a person may close their own account; false when other people own it. */
export async function ownsOwn(db: Db | Tx, accountId: string): Promise<boolean> {
  const own = (await store.colleaguesOf(db, accountId)).find(({ id }) => id === accountId)
  return !own || own.role === 'owner'
}

type Change = {
  tx: Tx
  holder: Account
  team: store.Colleague[]
  caller: store.Colleague | undefined
  member: store.Colleague
  owners: store.Colleague[]
}

/** Runs a change with the account locked, so that only one change of a team runs at a time. */
async function changeTeam<T>(
  ctx: Platform,
  actor: AccountActor,
  memberId: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return ctx.postgres.transaction(async (tx) => {
    const holder = await lockOwnAccount(tx, actor)
    const team = await store.colleaguesOf(tx, holder.id)
    assertStillOwner(team, holder, actor)
    const member = team.find(({ id }) => id === memberId)
    if (!member) throw refuse('not_found')
    const caller = team.find(({ id }) => id === personOf(actor).accountId)
    return work({ tx, holder, team, caller, member, owners: team.filter(({ role }) => role === 'owner') })
  })
}

/** Refuses a caller who lost the role of owner between the access check and the lock on the account. */
export function assertStillOwner(team: readonly store.Colleague[], holder: Account, actor: AccountActor): void {
  const { accountId } = personOf(actor)
  const role = team.find(({ id }) => id === accountId)?.role ?? (accountId === holder.id ? 'owner' : null)
  if (role !== 'owner') throw refuse('team_role')
}

/** Refuses a change of ownership while the account, or one of the people, is suspended or about to be deleted. */
export function assertActive(holder: Account, people: readonly (store.Colleague | undefined)[]): void {
  const isLeaving = holder.suspendedAt !== null || holder.deleteAfter !== null
  if (isLeaving || people.some((one) => one && !one.active)) throw refuse('team_inactive')
}

function hasOtherOwner(team: readonly store.Colleague[], personId: string): boolean {
  return team.some(({ id, role, active }) => id !== personId && role === 'owner' && active)
}

async function leaveWithin(ctx: Platform, tx: Tx, accountId: string, memberId: string): Promise<void> {
  await store.dropMember(tx, accountId, memberId)
  await endStreams(ctx, tx, accountId, memberId)
}

/** Ends the streams that a person has open in the account. Pages open them again if the new role allows it. */
async function endStreams(ctx: Platform, tx: Tx, accountId: string, memberId: string): Promise<void> {
  await notifySessionChange(ctx, tx, { accountId, sessionIds: await store.sessionsOfPerson(tx, memberId) })
}

type TeamNotice = {
  holder: Account
  owners: readonly store.Colleague[]
  about: store.Colleague
  kind: 'team-role' | 'team-removed' | 'team-owner' | 'team-left'
  role?: TeamRole
}

async function notifyTeam(ctx: Platform, tx: Tx, { holder, owners, about, kind, role }: TeamNotice): Promise<void> {
  const values = { email: about.email, team: holder.email, role: role ?? about.role }
  const ids = new Set([...owners.map(({ id }) => id), about.id])
  for (const id of ids) await noticeToAccount(ctx, tx, id, { kind, values, about: about.email })
}
