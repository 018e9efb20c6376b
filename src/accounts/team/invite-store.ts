import { sql } from 'kysely'
import type { TeamInvite } from '#src/contract/account/team.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

export type NewInvite = {
  id: string
  accountId: string
  invitedBy: string
  email: string
  role: TeamRole
  tokenHash: string
  createdAt: number
  expiresAt: number
}

export async function openInvites(db: Db | Tx, accountId: string, now: number): Promise<TeamInvite[]> {
  const { rows } = await sql<{ id: string; email: string; role: TeamRole; expires_at: Date }>`
    select id, email, role, expires_at from team_invite
    where account_id = ${accountId} and expires_at > ${new Date(now)} order by email`.execute(db)
  return rows.map(({ expires_at, ...row }) => ({ ...row, expiresAt: expires_at.getTime() }))
}

/** Stores an invitation and replaces an earlier one to the same address. */
export async function putInvite(tx: Tx, invite: NewInvite): Promise<void> {
  await sql`insert into team_invite (id, account_id, invited_by, email, role, token_hash, created_at, expires_at)
    values (${invite.id}, ${invite.accountId}, ${invite.invitedBy}, ${invite.email}, ${invite.role}, ${invite.tokenHash},
      ${new Date(invite.createdAt)}, ${new Date(invite.expiresAt)})
    on conflict (account_id, email) do update set id = excluded.id, invited_by = excluded.invited_by, role = excluded.role,
      token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx)
}

export type FoundInvite = {
  id: string
  accountId: string
  email: string
  role: TeamRole
  expiresAt: number
  /** The address of the account's holder. */
  holder: string
}

/** Null when the invitation is unknown, used, withdrawn or expired, or when its team or inviter is inactive. */
export async function inviteByToken(db: Db | Tx, tokenHash: string, now: number): Promise<FoundInvite | null> {
  const { rows } = await sql<Omit<FoundInvite, 'expiresAt'> & { expires_at: Date }>`
    select i.id, i.account_id as "accountId", i.email, i.role, i.expires_at, a.email as holder
    from team_invite i join account a on a.id = i.account_id and a.disabled_at is null and a.suspended_at is null
    where i.token_hash = ${tokenHash} and i.expires_at > ${new Date(now)}
      and not exists (select from account b where b.id = i.invited_by
        and (b.disabled_at is not null or b.suspended_at is not null))`.execute(db)
  const [row] = rows
  if (!row) return null
  const { expires_at, ...found } = row
  return { ...found, expiresAt: expires_at.getTime() }
}

/** Removes an invitation and returns its address; null when the account has no invitation with this id. */
export async function dropInvite(tx: Tx, accountId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`delete from team_invite
    where account_id = ${accountId} and id = ${id} returning email`.execute(tx)
  return rows[0]?.email ?? null
}

/** Removes a person's open invitations for an account, which end with the person's rights as an owner. */
export async function dropInvitesBy(tx: Tx, accountId: string, personId: string): Promise<void> {
  await sql`delete from team_invite where account_id = ${accountId} and invited_by = ${personId}`.execute(tx)
}

export async function dropInvitesOf(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await sql`delete from team_invite where invited_by = ${id} or email = ${email}`.execute(tx)
}
