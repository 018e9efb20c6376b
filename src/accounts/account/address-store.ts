import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

export type Found = { accountId: string; email: string; suspended: boolean }

export async function findByPrefix(db: Db, prefix: string, limit: number): Promise<Found[]> {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Found>`select id as "accountId", email, suspended_at is not null as suspended
    from account where email like ${pattern} and disabled_at is null order by email limit ${limit}`.execute(db)
  return rows
}

export async function addressesOf(db: Db, accountIds: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`select id as "accountId", email, suspended_at is not null as suspended
    from account where id = any(${[...accountIds]}::text[]) and disabled_at is null`.execute(db)
  return rows
}

/** The account's proven mailbox and the addresses of its linked providers, except addresses of other accounts. */
export async function provenAddressesOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${accountId} and email_proven_at is not null
    union
    select identity.email from account_identity identity where identity.account_id = ${accountId}
      and not exists (select from account where account.email = identity.email and account.id <> ${accountId})`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}
