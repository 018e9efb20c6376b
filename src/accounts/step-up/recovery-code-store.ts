import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export type StoredCode = { accountId: string; stored: string }

export async function codesByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`
    select sealed_by as version, count(*) as count from (
      select sealed_by from account_recovery_code where used_at is null
      union all select sealed_by from recovery_code_key
    ) as needed group by sealed_by`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function lockCodes(tx: Tx, versions: readonly number[], limit: number): Promise<StoredCode[]> {
  const { rows } = await sql<{ account_id: string; code_mac: string }>`
    select account_id, code_mac from account_recovery_code
    where used_at is null and sealed_by = any(${[...versions]}::int[])
    limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ account_id, code_mac }) => ({ accountId: account_id, stored: code_mac }))
}

export async function putCode(tx: Tx, { accountId, stored }: StoredCode, sealed: string): Promise<void> {
  await sql`update account_recovery_code set code_mac = ${sealed}
    where account_id = ${accountId} and code_mac = ${stored}`.execute(tx)
}

export async function codeKey(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`select sealed from recovery_code_key`.execute(tx)
  return rows[0]?.sealed ?? null
}

export async function insertCodeKey(tx: Tx, sealed: string): Promise<void> {
  await sql`insert into recovery_code_key (sealed) values (${sealed}) on conflict do nothing`.execute(tx)
}

export async function lockCodeKey(tx: Tx, versions: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`select sealed from recovery_code_key
    where sealed_by = any(${[...versions]}::int[]) for update skip locked`.execute(tx)
  return rows[0]?.sealed ?? null
}

export async function putCodeKey(tx: Tx, sealed: string): Promise<void> {
  await sql`update recovery_code_key set sealed = ${sealed}`.execute(tx)
}
