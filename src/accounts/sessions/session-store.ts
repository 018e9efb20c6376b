import { type Kysely, type Selectable, sql } from 'kysely'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Session, SignInMethod } from './session.ts'

type SessionTable = {
  id: string
  token_hash: string
  account_id: string
  method: SignInMethod
  created_at: Date
  proved_at: Date
  factor_at: Date | null
  seen_at: Date
  expires_at: Date
  user_agent: string
  address: string
  acts_for: string | null
}
type AccountTable = {
  id: string
  email: string
  time_zone: string
  image_url: string | null
  disabled_at: Date | null
  suspended_at: Date | null
}

const tables = (db: Db): Kysely<{ account_session: SessionTable; account: AccountTable }> => db

function toSession(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    method: row.method,
    createdAt: row.created_at.getTime(),
    provedAt: row.proved_at.getTime(),
    factorAt: row.factor_at?.getTime() ?? null,
    seenAt: row.seen_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    userAgent: row.user_agent,
    address: row.address,
  }
}

export async function insertSession(tx: Tx, session: Session, tokenHash: string): Promise<void> {
  await tables(tx)
    .insertInto('account_session')
    .values({
      id: session.id,
      token_hash: tokenHash,
      account_id: session.accountId,
      method: session.method,
      created_at: new Date(session.createdAt),
      proved_at: new Date(session.provedAt),
      factor_at: session.factorAt === null ? null : new Date(session.factorAt),
      seen_at: new Date(session.seenAt),
      expires_at: new Date(session.expiresAt),
      user_agent: session.userAgent,
      address: session.address,
      acts_for: null,
    })
    .execute()
}

/**
 * `actsFor`: the team account in use; null: the person's own account. `role`: the role in the team of the account in
 * use; null if that account is closed or suspended, or its team lacks the person.
 */
export type LiveSession = Session & {
  email: string
  timeZone: string
  imageUrl: string | null
  suspended: boolean
  actsFor: string | null
  role: TeamRole | null
}

/** The role in the session's account. Null if the account is closed or suspended, or its team lacks the person. */
const roleOfSession = sql<TeamRole | null>`(select m.role from team_member m join account t on t.id = m.account_id
  where m.member_id = account_session.account_id
    and m.account_id = coalesce(account_session.acts_for, account_session.account_id)
    and t.disabled_at is null and t.suspended_at is null)`

export async function sessionByToken(db: Db, tokenHash: string, now: number): Promise<LiveSession | null> {
  const row = await tables(db)
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .selectAll('account_session')
    .select(['account.email', 'account.time_zone', 'account.image_url', 'account.suspended_at'])
    .select(roleOfSession.as('role'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now))
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { email, time_zone: timeZone, image_url: imageUrl, suspended_at, acts_for: actsFor, role } = row
  return { ...toSession(row), email, timeZone, imageUrl, suspended: suspended_at !== null, actsFor, role }
}

export async function sessionById(db: Db | Tx, id: string, now: number): Promise<Session | null> {
  const row = await tables(db)
    .selectFrom('account_session')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row ? toSession(row) : null
}

/**
 * The role that a session has in an account, the person's own or a team's. Null if the session ended, works in another
 * account, or may no longer work in this account.
 */
export async function liveRole(
  db: Db,
  { sessionId, accountId }: { sessionId: string; accountId: string },
  now: number,
): Promise<TeamRole | null> {
  const row = await tables(db)
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .select('account_session.acts_for')
    .select(roleOfSession.as('role'))
    .where('account_session.id', '=', sessionId)
    .where('expires_at', '>', new Date(now))
    .where('account.disabled_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where(sql<boolean>`coalesce(account_session.acts_for, account_session.account_id) = ${accountId}`)
    .executeTakeFirst()
  if (!row) return null
  return row.role ?? (row.acts_for === null ? 'owner' : null)
}

/**
 * `factorAt`: the time in ms when the factor was last proven in a live session of a live account; null: never.
 * `hasFactor`: two-step sign-in is on, or a passkey opened the session or was proven in it. A passkey of the account is
 * not enough, because without two-step sign-in a mailed code opens sessions as well.
 */
export async function factorOf(
  db: Db,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  now: number,
): Promise<{ factorAt: number | null; hasFactor: boolean } | null> {
  const { rows } = await sql<{ factor_at: Date | null; has_factor: boolean }>`
    select s.factor_at, a.totp_confirmed_at is not null or s.method = 'passkey' or (s.factor_at is not null
      and exists (select from account_passkey p where p.account_id = a.id)) as has_factor
    from account_session s join account a on a.id = s.account_id and a.disabled_at is null and a.suspended_at is null
    where s.id = ${sessionId} and s.account_id = ${accountId} and s.expires_at > ${new Date(now)}`.execute(db)
  const [row] = rows
  return row ? { factorAt: row.factor_at?.getTime() ?? null, hasFactor: row.has_factor } : null
}

export async function sessionsOf(db: Db, accountId: string, now: number): Promise<Session[]> {
  const rows = await tables(db)
    .selectFrom('account_session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', new Date(now))
    .orderBy('seen_at', 'desc')
    .execute()
  return rows.map(toSession)
}

export async function touchSession(db: Db, id: string, seenAt: number, address: string | null): Promise<void> {
  await tables(db)
    .updateTable('account_session')
    .set({ seen_at: new Date(seenAt), ...(address ? { address } : {}) })
    .where('id', '=', id)
    .execute()
}

export async function markProved(tx: Tx, id: string, now: number): Promise<void> {
  await tables(tx)
    .updateTable('account_session')
    .set({ proved_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

export async function markFactor(tx: Tx, id: string, now: number): Promise<void> {
  await tables(tx)
    .updateTable('account_session')
    .set({ factor_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

export async function deleteSession(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom('account_session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteSessions(tx: Tx, accountId: string, keepId: string | null): Promise<string[]> {
  let query = tables(tx).deleteFrom('account_session').where('account_id', '=', accountId)
  if (keepId) query = query.where('id', '<>', keepId)
  return (await query.returning('id').execute()).map((row) => row.id)
}

type Seen = { accountId: string; userAgent: string; address: string | null }

/**
 * Whether the account has a session of this user agent, from this network (null: any network). The result decides
 * whether the "new device" mail is sent.
 */
export async function knowsDevice(tx: Tx, { accountId, userAgent, address }: Seen): Promise<boolean> {
  let query = tables(tx)
    .selectFrom('account_session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_agent', '=', userAgent)
  if (address !== null) query = query.where('address', '=', address)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether a session of the account that was opened from this network is still valid. */
export async function knowsNetwork(
  db: Db,
  { accountId, address, now }: { accountId: string; address: string; now: number },
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('account_session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a session leave a team account and work in the person's own account. */
export async function workAtHome(db: Db, id: string): Promise<void> {
  await tables(db).updateTable('account_session').set({ acts_for: null }).where('id', '=', id).execute()
}
