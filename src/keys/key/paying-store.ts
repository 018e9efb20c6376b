import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import { isSubscription } from './subscription-store.ts'

export async function countPaying(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ customers: bigint }>`select count(distinct account_id) as customers from api_key
    where ${isSubscription} and plan_id not like '%-free' and expires_at > ${new Date(now)}`.execute(db)
  return Number(rows[0]?.customers ?? 0)
}

/** `day`: UTC, `2026-11-23`. */
export async function savePayingDay(db: Db, day: string, customers: number): Promise<void> {
  await sql`insert into paying_day (day, customers) values (${day}::date, ${customers})
    on conflict (day) do update set customers = excluded.customers`.execute(db)
}

export async function payingDays(db: Db, since: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; customers: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, customers from paying_day where day >= ${since}::date`.execute(db)
  return new Map(rows.map(({ day, customers }) => [day, customers]))
}

export type EndingDeal = { keyId: string; accountId: string; planId: string; planEdition: number; expiresAt: number }

/** The first customised keys that end in the range, soonest first, and the total number of such keys. */
export async function endingDeals(
  db: Db,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<{ deals: EndingDeal[]; total: number }> {
  const { rows } = await sql<Omit<EndingDeal, 'expiresAt'> & { expires_at: Date; total: bigint }>`
    select id as "keyId", account_id as "accountId", plan_id as "planId", plan_edition as "planEdition", expires_at,
      count(*) over () as total
    from api_key where customised and ${isSubscription}
      and expires_at > ${new Date(from)} and expires_at <= ${new Date(to)}
    order by expires_at, id limit ${limit}`.execute(db)
  const deals = rows.map(({ expires_at, total: _, ...row }) => ({ ...row, expiresAt: expires_at.getTime() }))
  return { deals, total: Number(rows[0]?.total ?? 0) }
}
