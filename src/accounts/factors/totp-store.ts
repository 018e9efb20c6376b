import type { Kysely } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

type RecoveryTable = { account_id: string; code_mac: string; used_at: Date | null }

const tables = (db: Db): Kysely<{ account_recovery_code: RecoveryTable }> => db

export async function removeRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tables(tx).deleteFrom('account_recovery_code').where('account_id', '=', accountId).execute()
}

export async function insertRecoveryCodes(tx: Tx, accountId: string, macs: readonly string[]): Promise<void> {
  await tables(tx)
    .insertInto('account_recovery_code')
    .values(macs.map((mac) => ({ account_id: accountId, code_mac: mac, used_at: null })))
    .execute()
}

export async function unusedRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('account_recovery_code')
    .select('code_mac')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ code_mac }) => code_mac)
}

/** Returns true only for the caller who spends an unused code. `stored`: the code as the database has it. */
export async function markRecoveryCodeUsed(
  db: Db | Tx,
  accountId: string,
  stored: string,
  now: number,
): Promise<boolean> {
  const result = await tables(db)
    .updateTable('account_recovery_code')
    .set({ used_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('code_mac', '=', stored)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function recoveryCodesLeft(db: Db | Tx, accountId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('account_recovery_code')
    .select((select) => select.fn.countAll<string>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}
