import { sql } from 'kysely'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import { dropInvitesBy } from './invite-store.ts'

/** A person of a team. `active`: not suspended, and without a requested deletion of their own account. Times in ms. */
export type Colleague = { id: string; email: string; role: TeamRole; joinedAt: number; active: boolean }

const isActive = sql<boolean>`(a.suspended_at is null and a.delete_after is null)`

export async function colleaguesOf(db: Db | Tx, accountId: string): Promise<Colleague[]> {
  const { rows } = await sql<Omit<Colleague, 'joinedAt'> & { joined_at: Date }>`
    select a.id, a.email, m.role, m.joined_at, ${isActive} as active from team_member m join account a on a.id = m.member_id and a.disabled_at is null
    where m.account_id = ${accountId} order by m.joined_at, a.email`.execute(db)
  return rows.map(({ joined_at, ...row }) => ({ ...row, joinedAt: joined_at.getTime() }))
}

export async function othersWithRole(db: Db | Tx, accountId: string, roles: readonly TeamRole[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from team_member m
    join account a on a.id = m.member_id and a.disabled_at is null
    where m.account_id = ${accountId} and m.member_id <> ${accountId} and m.role = any(${[...roles]}::text[]) and ${isActive}
    order by m.joined_at, a.email`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns false when the person is already in the team. */
export async function addMember(
  tx: Tx,
  accountId: string,
  { id, role, now }: { id: string; role: TeamRole; now: number },
): Promise<boolean> {
  const { rows } = await sql`insert into team_member (account_id, member_id, role, joined_at)
    values (${accountId}, ${id}, ${role}, ${new Date(now)}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function setRole(tx: Tx, accountId: string, memberId: string, role: TeamRole): Promise<void> {
  await sql`update team_member set role = ${role}
    where account_id = ${accountId} and member_id = ${memberId}`.execute(tx)
  if (role !== 'owner') await dropInvitesBy(tx, accountId, memberId)
}

export async function dropMember(tx: Tx, accountId: string, memberId: string): Promise<void> {
  await sql`delete from team_member where account_id = ${accountId} and member_id = ${memberId}`.execute(tx)
  await dropInvitesBy(tx, accountId, memberId)
}

export type TeamOfOthers = { accountId: string; email: string; role: TeamRole; current: boolean; suspended: boolean }

/** The teams of other people that a person belongs to. `sessionId`: the session whose current team is marked. */
export async function teamsOf(db: Db, personId: string, sessionId: string): Promise<TeamOfOthers[]> {
  const { rows } = await sql<TeamOfOthers>`
    select a.id as "accountId", a.email, m.role, a.suspended_at is not null as suspended,
      exists (select from account_session s where s.id = ${sessionId} and s.acts_for = a.id) as current
    from team_member m join account a on a.id = m.account_id and a.disabled_at is null
    where m.member_id = ${personId} and m.account_id <> ${personId} order by a.email`.execute(db)
  return rows
}

/** Accounts of other people that this person owns and that have no other active owner. */
export async function soleOwnerOf(db: Db | Tx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`select m.account_id from team_member m
    join account t on t.id = m.account_id and t.disabled_at is null
    where m.member_id = ${personId} and m.role = 'owner' and m.account_id <> ${personId}
      and not exists (select from team_member o join account a on a.id = o.member_id and a.disabled_at is null
        where ${isActive} and o.account_id = m.account_id and o.role = 'owner'
        and o.member_id <> ${personId})`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Makes a session work in another account; null means the person's own account. */
export async function actFor(tx: Db | Tx, sessionId: string, accountId: string | null): Promise<void> {
  await sql`update account_session set acts_for = ${accountId} where id = ${sessionId}`.execute(tx)
}

/**
 * The sessions of a person. A session that now works in another account is included, because streams that it opened
 * earlier may still be open.
 */
export async function sessionsOfPerson(tx: Tx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account_session
    where account_id = ${personId}`.execute(tx)
  return rows.map(({ id }) => id)
}
