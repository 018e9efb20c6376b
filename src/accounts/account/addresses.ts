import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** The proven addresses of an account: its mailbox, and those of linked providers, unless another account has them by now. */
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
