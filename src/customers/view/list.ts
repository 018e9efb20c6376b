import type { Locale } from '#src/contract/locale.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { CustomerState, ListedCustomer, SearchKind } from '#src/contract/operator/customers/customers.ts'
import type { CustomerFilter } from '#src/contract/values/customer-lists.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Cursor, Paged } from '#src/platform/stores/cursor.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import * as store from './list-store.ts'

const pageMax = 50

export async function listCustomers(
  ctx: Platform,
  actor: Actor,
  { filter, after, locale }: { filter: CustomerFilter; after: Cursor | null; locale: Locale },
): Promise<Paged<ListedCustomer>> {
  await requireStaff(ctx, actor, 'customer.search')
  const now = ctx.clock.now()
  const { rows, next } = await store.customersBy(ctx.postgres.db, { filter, now }, { limit: pageMax, after })
  return { rows: rows.map((row) => present(ctx, row, null, locale)), next }
}

/** The customers that a search found, in the order of the search. */
export async function listFound(
  ctx: Platform,
  found: readonly { accountId: string; by: SearchKind }[],
  locale: Locale,
): Promise<ListedCustomer[]> {
  const ids = found.map(({ accountId }) => accountId)
  const rows = await store.customersById(ctx.postgres.db, ids, ctx.clock.now())
  const byId = new Map(rows.map((row) => [row.accountId, row]))
  return found.flatMap(({ accountId, by }) => {
    const row = byId.get(accountId)
    return row ? [present(ctx, row, by, locale)] : []
  })
}

export function stateOf(account: { suspendedAt: number | null; deleteAfter: number | null }): CustomerState {
  if (account.suspendedAt !== null) return 'suspended'
  return account.deleteAfter === null ? 'active' : 'leaving'
}

function present(ctx: Platform, row: store.CustomerRow, foundBy: SearchKind | null, locale: Locale): ListedCustomer {
  const { accountId, email, createdAt: since, seenAt, credit } = row
  const plans = row.plans.flatMap(({ id, edition }) => catalogueOf(ctx).planById(id, edition) ?? [])
  return {
    ...{ accountId, email, since, seenAt, foundBy },
    state: stateOf(row),
    plans: plans.map((plan) => planName(plan, locale)),
    credit: formatMicro(credit),
  }
}
