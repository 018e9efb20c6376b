import { sql } from 'kysely'
import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

export async function billingDetailsOf(db: Db, accountId: string): Promise<BillingDetails> {
  const { rows } = await sql<BillingDetails>`select name, address, country, tax_id as "taxId" from billing_details
    where account_id = ${accountId}`.execute(db)
  return rows[0] ?? { name: '', address: '', country: '', taxId: '' }
}

export async function writeBillingDetails(
  tx: Tx,
  accountId: string,
  { name, address, country, taxId }: BillingDetails,
  now: number,
): Promise<void> {
  await sql`insert into billing_details (account_id, name, address, country, tax_id, changed_at)
    values (${accountId}, ${name}, ${address}, ${country}, ${taxId}, ${new Date(now)})
    on conflict (account_id) do update set name = excluded.name, address = excluded.address,
      country = excluded.country, tax_id = excluded.tax_id, changed_at = excluded.changed_at`.execute(tx)
}
