import { inviteDays, type TeamInvite, teamMax } from '#src/contract/account/team.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { dayMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { spendMail } from '#src/platform/mail/mail-budget.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { requireAddress } from '../account/address.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import { accountById, lockAccount } from '../account/store.ts'
import { noticeToAccount } from '../mails/notify.ts'
import { hashToken } from '../sessions/session.ts'
import type { Client } from '../sessions/sessions.ts'
import { demandRecent } from '../step-up/step-up.ts'
import { inviteMail } from './invite-mail.ts'
import * as invites from './invite-store.ts'
import * as members from './member-store.ts'
import { assertStillOwner } from './team.ts'

type Wanted = { email: string; role: TeamRole }

/** Mails an invitation. The token is in the mail alone; one to the same address before it is void. */
export async function inviteMember(
  ctx: Platform,
  actor: AccountActor,
  wanted: Wanted,
  { client, locale }: { client: Client; locale: Locale },
): Promise<TeamInvite> {
  const email = requireAddress(wanted.email)
  const { role } = wanted
  await demandRecent(ctx, actor, 'team.invite')
  const waitMs = await spendMail(ctx, { kind: 'invitation', to: email, network: client.address })
  if (waitMs !== null) throw refuse('too_often', { retryAfter: Math.ceil(waitMs / 1_000) })
  const token = ctx.random.bytes(32).toString('base64url')
  const now = ctx.clock.now()
  const invite = { id: ctx.random.uuid(), email, role, expiresAt: now + inviteDays * dayMs }
  await ctx.postgres.transaction(async (tx) => {
    const holder = await lockOwnAccount(tx, actor)
    const team = await members.colleaguesOf(tx, holder.id)
    assertStillOwner(team, holder, actor)
    if (email === holder.email || team.some((one) => one.email === email)) throw refuse('team_has_member')
    const open = (await invites.openInvites(tx, holder.id, now)).filter((one) => one.email !== email)
    if (Math.max(team.length, 1) + open.length >= teamMax) throw refuse('team_full', { values: { max: teamMax } })
    await members.addMember(tx, holder.id, { id: holder.id, role: 'owner', now })
    await invites.putInvite(tx, { ...invite, accountId: holder.id, tokenHash: hashToken(token), createdAt: now })
    await ctx.postgres.audit(tx, actor, 'team.invite', holder.id, { name: email, role })
    await ctx.mail.queue(tx, inviteMail(ctx.settings, { to: email, locale, team: holder.email, role, token }))
  })
  return invite
}

export async function withdrawInvite(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const holder = await lockOwnAccount(tx, actor)
    assertStillOwner(await members.colleaguesOf(tx, holder.id), holder, actor)
    const email = await invites.dropInvite(tx, holder.id, id)
    if (email === null) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'team.withdraw', holder.id, { name: email })
  })
}

/** What an invitation is for. */
export async function readInvite(
  ctx: Platform,
  actor: AccountActor,
  token: string,
): Promise<{ email: string; role: TeamRole; expiresAt: number }> {
  const { holder, role, expiresAt } = await invited(ctx, actor, token)
  return { email: holder, role, expiresAt }
}

/** Accepts an invitation; the session works in that account from then on. */
export async function joinTeam(ctx: Platform, actor: AccountActor, token: string): Promise<{ accountId: string }> {
  return ctx.postgres.transaction(async (tx) => {
    const { accountId } = await invited(ctx, actor, token, tx)
    const holder = await lockAccount(tx, accountId)
    // Meanwhile it may have been used, withdrawn or sent anew.
    const { id, role } = await invited(ctx, actor, token, tx)
    if (!holder) throw refuse('team_invite_ended')
    const person = { id: actor.accountId, role, now: ctx.clock.now() }
    if (!(await members.addMember(tx, accountId, person))) throw refuse('team_has_member')
    await invites.dropInvite(tx, accountId, id)
    await members.actFor(tx, actor.sessionId, accountId)
    const { email } = await personWith(tx, actor)
    const joined = { ...actor, accountId, member: { accountId: actor.accountId, role } }
    await ctx.postgres.audit(tx, joined, 'team.join', accountId, { name: email, role })
    const owners = (await members.colleaguesOf(tx, accountId)).filter((one) => one.role === 'owner')
    for (const owner of owners)
      await noticeToAccount(ctx, tx, owner.id, { kind: 'team-joined', values: { email, team: holder.email, role } })
    return { accountId }
  })
}

/** The invitation of a token, which must have been sent to the person's own address: a forwarded mail lets nobody in. */
async function invited(ctx: Platform, actor: AccountActor, token: string, tx?: Tx): Promise<invites.FoundInvite> {
  const db = tx ?? ctx.postgres.db
  const found = await invites.inviteByToken(db, hashToken(token), ctx.clock.now())
  if (!found) throw refuse('team_invite_ended')
  const { email } = await personWith(db, actor)
  if (email !== found.email) throw refuse('team_other_address')
  return found
}

async function personWith(db: Db | Tx, { accountId }: AccountActor): Promise<{ email: string }> {
  const account = await accountById(db, accountId)
  if (!account) throw refuse('not_signed_in')
  return account
}
