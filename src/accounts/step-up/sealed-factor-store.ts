import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export async function sealedByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`
    select totp_sealed_by as version, count(*) as count from account
    where totp_sealed_by is not null group by totp_sealed_by`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function flowsByVersion(db: Db, now: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`
    select substring(sealed from '^v([0-9]+)')::int as version, count(*) as count from account_flow
    where expires_at > ${new Date(now)} group by 1`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function lockSealedBy(
  tx: Tx,
  versions: readonly number[],
  limit: number,
): Promise<{ accountId: string; sealed: string }[]> {
  const { rows } = await sql<{ id: string; totp_sealed: string }>`
    select id, totp_sealed from account where totp_sealed_by = any(${[...versions]}::int[])
    limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id, totp_sealed }) => ({ accountId: id, sealed: totp_sealed }))
}

export async function putSealed(tx: Tx, accountId: string, sealed: string): Promise<void> {
  await sql`update account set totp_sealed = ${sealed} where id = ${accountId}`.execute(tx)
}
