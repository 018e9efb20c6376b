import { contactOf } from '#src/accounts/sessions/profile.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { creditPage, lastOfPage } from './accounting-store.ts'

const rowsPerRead = 1_000

/**
 * CSV of the debts to customers just before a moment: free credit, and credit reserved by refunds and by orders.
 * Customers without credit are left out. `owed` = paid + promotional.
 */
export async function* exportCredit(ctx: Platform, actor: Actor, at: number): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  const { db } = ctx.postgres
  yield 'account,email,credit,in_refunds,in_orders,owed,paid,promotional'
  for (let after: string | null = ''; after !== null; after = await lastOfPage(db, after, rowsPerRead)) {
    for (const { accountId, credit, refunds, orders, promotional } of await creditPage(db, at, after, rowsPerRead)) {
      const owed = credit + refunds + orders
      if (owed === 0n) continue
      const email = (await contactOf(db, accountId))?.email ?? null
      yield csvLine([
        accountId,
        email,
        ...[credit, refunds, orders, owed, owed - promotional, promotional].map(formatMicro),
      ])
    }
  }
}
