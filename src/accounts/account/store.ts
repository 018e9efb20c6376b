import { type ColumnType, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Notices } from '#src/contract/account/accounts.ts'
import { defaultLocale, isLocale } from '#src/contract/locale.ts'
import type { Theme, UpColour } from '#src/contract/site.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import { type Account, defaultNotices } from './account.ts'

type AccountTable = {
  id: string
  email: string
  email_proven_at: Date | null
  password_hash: string | null
  image_url: string | null
  locale: string
  locale_chosen: boolean
  appearance_chosen: boolean
  theme: Theme
  up_colour: UpColour
  time_zone: string
  notices: ColumnType<Partial<Notices>, string, string>
  totp_sealed: string | null
  totp_confirmed_at: Date | null
  totp_last_step: bigint
  created_at: Date
  disabled_at: Date | null
  suspended_at: Date | null
  staff_version: number
  delete_after: Date | null
  erased_at: Date | null
}

type IdentityTable = {
  provider: string
  issuer: string
  subject: string
  account_id: string
  email: string
  created_at: Date
}

type BotCheckTable = { fingerprint: string; expires_at: Date }
type Tables = { account: AccountTable; account_identity: IdentityTable; account_bot_check: BotCheckTable }

export const tables = (db: Db): Kysely<Tables> => db

function toAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    email: row.email,
    emailProvenAt: row.email_proven_at?.getTime() ?? null,
    passwordHash: row.password_hash,
    imageUrl: row.image_url,
    locale: isLocale(row.locale) ? row.locale : defaultLocale,
    localeChosen: row.locale_chosen,
    appearanceChosen: row.appearance_chosen,
    theme: row.theme,
    upColour: row.up_colour,
    timeZone: row.time_zone,
    notices: { ...defaultNotices, ...row.notices },
    totpSealed: row.totp_sealed,
    totpConfirmedAt: row.totp_confirmed_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    disabledAt: row.disabled_at?.getTime() ?? null,
    suspendedAt: row.suspended_at?.getTime() ?? null,
    deleteAfter: row.delete_after?.getTime() ?? null,
  }
}

/** Returns no deleted or disabled account, like accountById and lockAccount. */
export async function accountByEmail(db: Db | Tx, email: string): Promise<Account | null> {
  const row = await tables(db)
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function accountById(db: Db | Tx, id: string): Promise<Account | null> {
  const row = await tables(db)
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function lockAccount(tx: Tx, id: string): Promise<Account | null> {
  const row = await tables(tx)
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/** Returns false when another account has the address: a unique index decides between concurrent sign-ups. */
export async function insertAccount(tx: Tx, account: Account): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      email_proven_at: account.emailProvenAt === null ? null : new Date(account.emailProvenAt),
      password_hash: account.passwordHash,
      image_url: account.imageUrl,
      locale: account.locale,
      locale_chosen: account.localeChosen,
      appearance_chosen: account.appearanceChosen,
      theme: account.theme,
      up_colour: account.upColour,
      time_zone: account.timeZone,
      notices: JSON.stringify(account.notices),
      totp_last_step: 0n,
      staff_version: 0,
      created_at: new Date(account.createdAt),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function updateAccount(tx: Db | Tx, id: string, change: Updateable<AccountTable>): Promise<void> {
  await tables(tx).updateTable('account').set(change).where('id', '=', id).execute()
}

/** Returns false when another account has the address, also one that took it a moment ago. Then `tx` has failed. */
export async function changeAddress(tx: Tx, id: string, email: string): Promise<boolean> {
  try {
    await updateAccount(tx, id, { email })
    return true
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'account_email_key') return false
    throw error
  }
}

/** Advances the second factor's time step. Returns false when a code of this step or a later step was used already. */
export async function advanceTotpStep(db: Db | Tx, id: string, step: number): Promise<boolean> {
  const result = await tables(db)
    .updateTable('account')
    .set({ totp_last_step: BigInt(step) })
    .where('id', '=', id)
    .where('totp_last_step', '<', BigInt(step))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function staffDecisions(db: Db, id: string): Promise<number> {
  const row = await tables(db).selectFrom('account').select('staff_version').where('id', '=', id).executeTakeFirst()
  return row?.staff_version ?? 0
}

export async function isStaffAccount(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from staff_role where account_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Whether the account is the installation's only owner, apart from owners whose deletion is requested. Locks the roles,
 * as a change of roles does.
 */
export async function isLastOwner(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ accountId: string; stays: boolean }>`
    select s.account_id as "accountId", a.delete_after is null as stays
    from staff_role s join account a on a.id = s.account_id and a.disabled_at is null
    where s.role = 'owner' order by s.account_id for update of s`.execute(db)
  const isOwner = rows.some(({ accountId }) => accountId === id)
  return isOwner && !rows.some(({ accountId, stays }) => accountId !== id && stays)
}

/** Counts a decision of the staff about the account. Returns the count before this decision. */
export async function countStaffDecision(tx: Tx, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ was: number }>`update account set staff_version = staff_version + 1
    where id = ${id} returning staff_version - 1 as was`.execute(tx)
  return rows[0]?.was
}

export async function identityOf(db: Db | Tx, issuer: string, subject: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id ?? null
}

export async function insertIdentity(tx: Tx, identity: IdentityTable): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('account_identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function identitiesOf(db: Db | Tx, accountId: string): Promise<IdentityTable[]> {
  return tables(db)
    .selectFrom('account_identity')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function deleteIdentities(tx: Tx, accountId: string, provider?: string): Promise<number> {
  let query = tables(tx).deleteFrom('account_identity').where('account_id', '=', accountId)
  if (provider) query = query.where('provider', '=', provider)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Returns true only for the first use of a solved bot check. */
export async function spendBotCheck(db: Db, fingerprint: string, expiresAt: number): Promise<boolean> {
  const result = await tables(db)
    .insertInto('account_bot_check')
    .values({ fingerprint, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function accountsToDelete(db: Db, now: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('account')
    .select('id')
    .where('delete_after', '<=', new Date(now))
    .where('disabled_at', 'is', null)
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}

export type DeletedAccount = { id: string; deletedAt: number }

export async function deletedAccounts(db: Db): Promise<DeletedAccount[]> {
  const rows = await tables(db)
    .selectFrom('account')
    .select(['id', 'disabled_at'])
    .where('email', 'like', 'deleted-%@deleted.invalid')
    .where('disabled_at', 'is not', null)
    .where('erased_at', 'is', null)
    .limit(100)
    .execute()
  return rows.map(({ id, disabled_at }) => ({ id, deletedAt: disabled_at?.getTime() ?? 0 }))
}

export async function countAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ accounts: bigint }>`
    select count(*) as accounts from account where disabled_at is null`.execute(db)
  return Number(rows[0]?.accounts ?? 0)
}

export async function signUpsByDay(db: Db, since: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; accounts: bigint }>`
    select to_char((created_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, count(*) as accounts from account
    where disabled_at is null and created_at >= ${new Date(since)} group by (created_at at time zone 'UTC')::date`.execute(
    db,
  )
  return new Map(rows.map(({ day, accounts }) => [day, Number(accounts)]))
}
