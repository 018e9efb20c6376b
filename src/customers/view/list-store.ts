import { type RawBuilder, sql } from 'kysely'
import type { CustomerFilter } from '#src/contract/values/customer-lists.ts'
import { isSubscription } from '#src/keys/subscriptions/subscription-counts.ts'
import type { Db } from '#src/platform/platform.ts'
import { type Cursor, type Paged, pageOf } from '#src/platform/stores/cursor.ts'

/** A customer in a list. `plans`: the active plans. Times in ms, `credit` in micro-USDT. */
export type CustomerRow = {
  accountId: string
  email: string
  createdAt: number
  suspendedAt: number | null
  deleteAfter: number | null
  seenAt: number | null
  credit: bigint
  plans: { id: string; edition: number }[]
}

type Row = {
  id: string
  email: string
  created_at: Date
  suspended_at: Date | null
  delete_after: Date | null
  seen_at: Date | null
  credit: string
  plans: { id: string; edition: number }[]
}

const running = (now: number) => sql`${isSubscription} and api_key.expires_at > ${new Date(now)}`

/** A page of customers, newest first. */
export async function customersBy(
  db: Db,
  { filter, now }: { filter: CustomerFilter; now: number },
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<Paged<CustomerRow>> {
  const afterCursor = after ? sql`(a.created_at, a.id) < (${new Date(after.at)}, ${after.id})` : sql`true`
  const rows = await read(db, now, sql`${matches(filter, now)} and ${afterCursor}`, limit + 1)
  return pageOf(rows, limit, ({ createdAt, accountId }) => ({ at: createdAt, id: accountId }))
}

/** The customers with these ids, in any order. */
export async function customersById(db: Db, ids: readonly string[], now: number): Promise<CustomerRow[]> {
  return read(db, now, sql`a.id = any(${[...ids]}::text[])`, ids.length)
}

function matches(filter: CustomerFilter, now: number): RawBuilder<unknown> {
  switch (filter) {
    case 'all':
      return sql`true`
    case 'suspended':
      return sql`a.suspended_at is not null`
    case 'paying':
      return sql`exists (select from api_key
        where api_key.account_id = a.id and ${running(now)} and plan_id not like '%-free')`
  }
}

async function read(db: Db, now: number, where: RawBuilder<unknown>, limit: number): Promise<CustomerRow[]> {
  const { rows } = await sql<Row>`
    select a.id, a.email, a.created_at, a.suspended_at, a.delete_after, coalesce(b.micro, 0)::text as credit,
      (select max(s.seen_at) from account_session s where s.account_id = a.id) as seen_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', plan_id, 'edition', plan_edition) order by api_key.created_at), '[]')
        from api_key where api_key.account_id = a.id and ${running(now)}) as plans
    from account a left join ledger_balance b on b.account_id = a.id
    where a.disabled_at is null and ${where}
    order by a.created_at desc, a.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    accountId: row.id,
    email: row.email,
    createdAt: row.created_at.getTime(),
    suspendedAt: row.suspended_at?.getTime() ?? null,
    deleteAfter: row.delete_after?.getTime() ?? null,
    seenAt: row.seen_at?.getTime() ?? null,
    credit: BigInt(row.credit),
    plans: row.plans,
  }))
}
