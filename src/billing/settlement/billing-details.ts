import { sql } from 'kysely'
import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'

/** The customer's details for receipts; empty texts when absent. */
export async function billingDetailsOf(db: Db, accountId: string): Promise<BillingDetails> {
  const rows = await sql<{ name: string; address: string; tax_id: string }>`
    select name, address, tax_id from billing_details where account_id = ${accountId}`.execute(db)
  const row = rows.rows[0]
  return { name: row?.name ?? '', address: row?.address ?? '', taxId: row?.tax_id ?? '' }
}

/** Changes receipts from the next completed order on. */
export async function saveBillingDetails(
  ctx: Platform,
  actor: AccountActor,
  { name, address, taxId }: BillingDetails,
): Promise<BillingDetails> {
  await ctx.postgres.transaction(async (tx) => {
    await sql`insert into billing_details (account_id, name, address, tax_id, changed_at)
      values (${actor.accountId}, ${name}, ${address}, ${taxId}, ${new Date(ctx.clock.now())})
      on conflict (account_id) do update set name = excluded.name, address = excluded.address,
        tax_id = excluded.tax_id, changed_at = excluded.changed_at`.execute(tx)
    await ctx.postgres.audit(tx, actor, 'billing.details', actor.accountId)
  })
  return { name, address, taxId }
}
