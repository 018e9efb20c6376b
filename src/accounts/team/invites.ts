import type { FactorProof } from '#src/contract/account/security.ts'
import { inviteDays, type TeamInvite, teamMax } from '#src/contract/account/team.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { dayMs } from '#src/contract/time.ts'
import { type AccountActor, personOf } from '#src/platform/actor.ts'
import { spendMail } from '#src/platform/mail/mail-budget.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import { requireAddress } from '../account/address.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import { accountById, lockAccount } from '../account/store.ts'
import { noticeToAccount } from '../mails/notify.ts'
import { accountOf } from '../sessions/profile.ts'
import { hashToken } from '../sessions/session.ts'
import type { Client } from '../sessions/sessions.ts'
import { demand } from '../step-up/step-up.ts'
import { inviteMail } from './invite-mail.ts'
import * as invites from './invite-store.ts'
import * as members from './member-store.ts'
import { assertActive, assertStillOwner } from './team.ts'

type Wanted = FactorProof & { email: string; role: TeamRole }

/** Mails an invitation. Only the mail contains the token. An earlier invitation to the same address becomes void. */
export async function inviteMember(
  ctx: Platform,
  actor: AccountActor,
  wanted: Wanted,
  { client, locale }: { client: Client; locale: Locale },
): Promise<TeamInvite> {
  const email = requireAddress(wanted.email)
  const { role } = wanted
  // The capacity is checked first, so that a refusal spends neither the caller's code nor an allowed mail.
  await assertTeamCapacity(ctx, ctx.postgres.db, { actor, holder: await accountOf(ctx, actor), email, role })
  await demand(ctx, actor, role === 'owner' ? 'team.owner' : 'team.invite', { proof: wanted })
  const { accountId } = actor
  const waitMs = await spendMail(ctx, { kind: 'invitation', to: email, network: client.address, accountId })
  if (waitMs !== null) throw refuse('too_often', { retryAfter: Math.ceil(waitMs / 1_000) })
  const token = ctx.random.bytes(32).toString('base64url')
  const now = ctx.clock.now()
  const invite = { id: ctx.random.uuid(), email, role, expiresAt: now + inviteDays * dayMs }
  await ctx.postgres.transaction(async (tx) => {
    const holder = await lockOwnAccount(tx, actor)
    const team = await assertTeamCapacity(ctx, tx, { actor, holder, email, role })
    await members.addMember(tx, holder.id, { id: holder.id, role: 'owner', now })
    const invitedBy = personOf(actor).accountId
    await invites.putInvite(tx, { ...invite, accountId, invitedBy, tokenHash: hashToken(token), createdAt: now })
    await ctx.postgres.audit(tx, actor, 'team.invite', holder.id, { name: email, role })
    await ctx.mail.queue(tx, inviteMail(ctx, { to: email, locale, team: holder.email, role, token }))
    if (role === 'owner') await notifyOtherOwners(ctx, tx, { team, holder, invitedBy, email })
  })
  return invite
}

type Guest = { actor: AccountActor; holder: Account; email: string; role: TeamRole }

/** Returns the team. Refuses if the team is full or the caller may not invite this person. */
async function assertTeamCapacity(
  ctx: Platform,
  db: Db | Tx,
  { actor, holder, email, role }: Guest,
): Promise<members.Colleague[]> {
  const team = await members.colleaguesOf(db, holder.id)
  assertStillOwner(team, holder, actor)
  if (role === 'owner') assertActive(holder, [team.find(({ id }) => id === personOf(actor).accountId)])
  if (email === holder.email || team.some((one) => one.email === email)) throw refuse('team_has_member')
  const open = (await invites.openInvites(db, holder.id, ctx.clock.now())).filter((one) => one.email !== email)
  if (Math.max(team.length, 1) + open.length >= teamMax) throw refuse('team_full', { values: { max: teamMax } })
  return team
}

type OwnerInvite = { team: members.Colleague[]; holder: Account; invitedBy: string; email: string }

async function notifyOtherOwners(
  ctx: Platform,
  tx: Tx,
  { team, holder, invitedBy, email }: OwnerInvite,
): Promise<void> {
  const by = team.find(({ id }) => id === invitedBy)?.email ?? holder.email
  for (const { id, role } of team) {
    if (role !== 'owner' || id === invitedBy) continue
    const values = { by, email, team: holder.email }
    await noticeToAccount(ctx, tx, id, { kind: 'team-invited', values, about: email })
  }
}

export async function withdrawInvite(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await demand(ctx, actor, 'team.withdraw')
  await ctx.postgres.transaction(async (tx) => {
    const holder = await lockOwnAccount(tx, actor)
    assertStillOwner(await members.colleaguesOf(tx, holder.id), holder, actor)
    const email = await invites.dropInvite(tx, holder.id, id)
    if (email === null) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'team.withdraw', holder.id, { name: email })
  })
}

export async function readInvite(
  ctx: Platform,
  actor: AccountActor,
  token: string,
): Promise<{ email: string; role: TeamRole; expiresAt: number }> {
  const { holder, role, expiresAt } = await invited(ctx, actor, token)
  return { email: holder, role, expiresAt }
}

/** Makes the person a member; the session then works in the team's account. */
export async function joinTeam(ctx: Platform, actor: AccountActor, token: string): Promise<{ accountId: string }> {
  return ctx.postgres.transaction(async (tx) => {
    const { accountId } = await invited(ctx, actor, token, tx)
    const holder = await lockAccount(tx, accountId)
    // The invitation may have been used, withdrawn or replaced before the lock.
    const { id, role } = await invited(ctx, actor, token, tx)
    if (!holder) throw refuse('team_invite_ended')
    const { email, deleteAfter } = await personWith(tx, actor)
    if (role === 'owner' && (deleteAfter !== null || holder.deleteAfter !== null)) throw refuse('team_inactive')
    const person = { id: actor.accountId, role, now: ctx.clock.now() }
    if (!(await members.addMember(tx, accountId, person))) throw refuse('team_has_member')
    await invites.dropInvite(tx, accountId, id)
    await members.actFor(tx, actor.sessionId, accountId)
    const joined = { ...actor, accountId, member: { accountId: actor.accountId, role } }
    await ctx.postgres.audit(tx, joined, 'team.join', accountId, { name: email, role })
    const owners = (await members.colleaguesOf(tx, accountId)).filter((one) => one.role === 'owner')
    const values = { email, team: holder.email, role }
    for (const { id } of owners) await noticeToAccount(ctx, tx, id, { kind: 'team-joined', values, about: email })
    return { accountId }
  })
}

/** Returns the invitation of the token. Its address must be the caller's, so that a forwarded mail admits nobody. */
async function invited(ctx: Platform, actor: AccountActor, token: string, tx?: Tx): Promise<invites.FoundInvite> {
  const db = tx ?? ctx.postgres.db
  const found = await invites.inviteByToken(db, hashToken(token), ctx.clock.now())
  if (!found) throw refuse('team_invite_ended')
  const { email } = await personWith(db, actor)
  if (email !== found.email) throw refuse('team_other_address')
  return found
}

async function personWith(db: Db | Tx, { accountId }: AccountActor): Promise<Account> {
  const account = await accountById(db, accountId)
  if (!account) throw refuse('not_signed_in')
  return account
}
