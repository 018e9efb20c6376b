import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export type StoredWebhook = { url: string; secretSealed: string; createdAt: number }

export async function webhookOf(db: Db | Tx, accountId: string): Promise<StoredWebhook | null> {
  const { rows } = await sql<{ url: string; secret_sealed: string; created_at: Date }>`
    select url, secret_sealed, created_at from alert_webhook where account_id = ${accountId}`.execute(db)
  const [row] = rows
  return row ? { url: row.url, secretSealed: row.secret_sealed, createdAt: row.created_at.getTime() } : null
}

export async function putWebhook(tx: Tx, accountId: string, { url, secretSealed, createdAt }: StoredWebhook) {
  await sql`insert into alert_webhook (account_id, url, secret_sealed, created_at)
    values (${accountId}, ${url}, ${secretSealed}, ${new Date(createdAt)})
    on conflict (account_id) do update set url = excluded.url, secret_sealed = excluded.secret_sealed,
      created_at = excluded.created_at`.execute(tx)
}

export async function putSecret(tx: Tx, accountId: string, sealed: string): Promise<boolean> {
  const { rows } = await sql`update alert_webhook set secret_sealed = ${sealed} where account_id = ${accountId}
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function deleteWebhook(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`delete from alert_webhook where account_id = ${accountId} returning 1`.execute(tx)
  return rows.length > 0
}

export async function sealedByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`select sealed_by as version, count(*) as count
    from alert_webhook group by sealed_by`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function lockSealedBy(tx: Tx, versions: readonly number[], limit: number) {
  const { rows } = await sql<{ account_id: string; secret_sealed: string }>`select account_id, secret_sealed
    from alert_webhook where sealed_by = any(${[...versions]}::int[]) limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ account_id, secret_sealed }) => ({ accountId: account_id, sealed: secret_sealed }))
}
