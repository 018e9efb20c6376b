import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

/** `former`: the previous secret, which also signs deliveries until `until`, ms. */
export type StoredWebhook = {
  url: string
  secretSealed: string
  createdAt: number
  former: { sealed: string; until: number } | null
}

type WebhookRow = {
  url: string
  secret_sealed: string
  created_at: Date
  former_sealed: string | null
  former_until: Date | null
}

export async function webhookOf(db: Db | Tx, accountId: string): Promise<StoredWebhook | null> {
  const { rows } = await sql<WebhookRow>`select url, secret_sealed, created_at, former_sealed, former_until
    from alert_webhook where account_id = ${accountId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { url, secret_sealed, created_at, former_sealed, former_until } = row
  const former = former_sealed && former_until ? { sealed: former_sealed, until: former_until.getTime() } : null
  return { url, secretSealed: secret_sealed, createdAt: created_at.getTime(), former }
}

export async function putWebhook(
  tx: Tx,
  accountId: string,
  { url, secretSealed, createdAt }: Omit<StoredWebhook, 'former'>,
): Promise<void> {
  await sql`insert into alert_webhook (account_id, url, secret_sealed, created_at)
    values (${accountId}, ${url}, ${secretSealed}, ${new Date(createdAt)})
    on conflict (account_id) do update set url = excluded.url, secret_sealed = excluded.secret_sealed,
      created_at = excluded.created_at, former_sealed = null, former_until = null`.execute(tx)
}

export async function replaceSecret(
  tx: Tx,
  accountId: string,
  { sealed, until }: { sealed: string; until: number },
): Promise<boolean> {
  const { rows } = await sql`update alert_webhook
    set former_sealed = secret_sealed, former_until = ${new Date(until)}, secret_sealed = ${sealed}
    where account_id = ${accountId} returning 1`.execute(tx)
  return rows.length > 0
}

/** Replaces the sealed text `old` of the current or former secret. */
export async function putSecret(tx: Tx, accountId: string, old: string, sealed: string): Promise<void> {
  await sql`update alert_webhook set
      secret_sealed = case when secret_sealed = ${old} then ${sealed} else secret_sealed end,
      former_sealed = case when former_sealed = ${old} then ${sealed} else former_sealed end
    where account_id = ${accountId}`.execute(tx)
}

export async function deleteWebhook(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`delete from alert_webhook where account_id = ${accountId} returning 1`.execute(tx)
  return rows.length > 0
}

export async function sealedByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`select version, count(*) as count from (
      select sealed_by as version from alert_webhook
      union all select former_sealed_by from alert_webhook where former_sealed_by is not null
    ) as sealed group by version`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function lockSealedBy(tx: Tx, versions: readonly number[], limit: number) {
  const { rows } = await sql<{ account_id: string; current: string | null; former: string | null }>`
    select account_id, case when sealed_by = any(${[...versions]}::int[]) then secret_sealed end as current,
      case when former_sealed_by = any(${[...versions]}::int[]) then former_sealed end as former
    from alert_webhook
    where sealed_by = any(${[...versions]}::int[]) or former_sealed_by = any(${[...versions]}::int[])
    limit ${limit} for update skip locked`.execute(tx)
  return rows.flatMap(({ account_id, current, former }) =>
    [current, former].flatMap((sealed) => (sealed === null ? [] : [{ accountId: account_id, sealed }])),
  )
}
