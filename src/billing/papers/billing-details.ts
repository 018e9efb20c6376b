import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { writeBillingDetails } from './details-store.ts'

/** Changes the details on papers that are issued later. */
export async function saveBillingDetails(
  ctx: Platform,
  actor: AccountActor,
  { name, address, country, taxId }: BillingDetails,
): Promise<BillingDetails> {
  const details = { name, address, country, taxId }
  await ctx.postgres.transaction(async (tx) => {
    await writeBillingDetails(tx, actor.accountId, details, ctx.clock.now())
    await ctx.postgres.audit(tx, actor, 'billing.details', actor.accountId)
  })
  return details
}
