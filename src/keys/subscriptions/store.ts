import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import { isSubscription } from '../key/subscription-store.ts'

export type SubscriptionCount = { planId: string; edition: number; customers: number; renewing: number }

/**
 * Counts the keys whose sold plan is active at `now`, by plan. `renewing`: the number whose plan ends before `soon`.
 * Free plans are not counted.
 */
export async function subscriptionCounts(db: Db, now: number, soon: number): Promise<SubscriptionCount[]> {
  const { rows } = await sql<{ plan_id: string; plan_edition: number; customers: bigint; renewing: bigint }>`
    select plan_id, plan_edition, count(*) as customers,
      count(*) filter (where expires_at < ${new Date(soon)}) as renewing
    from api_key where ${isSubscription} and expires_at > ${new Date(now)} and plan_id not like '%-free'
    group by plan_id, plan_edition order by plan_id, plan_edition`.execute(db)
  return rows.map((row) => ({
    planId: row.plan_id,
    edition: row.plan_edition,
    customers: Number(row.customers),
    renewing: Number(row.renewing),
  }))
}

export type CustomisedKey = {
  keyId: string
  accountId: string
  planId: string
  edition: number
  createdAt: number
  expiresAt: number
}

/** Customised keys whose plan is active at `now`, the soonest end first. */
export async function customisedKeys(db: Db, now: number, limit: number): Promise<CustomisedKey[]> {
  const { rows } = await sql<{
    id: string
    account_id: string
    plan_id: string
    plan_edition: number
    created_at: Date
    expires_at: Date
  }>`select id, account_id, plan_id, plan_edition, created_at, expires_at from api_key
    where customised and ${isSubscription} and expires_at > ${new Date(now)}
    order by expires_at limit ${limit}`.execute(db)
  return rows.map((row) => ({
    keyId: row.id,
    accountId: row.account_id,
    planId: row.plan_id,
    edition: row.plan_edition,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }))
}
