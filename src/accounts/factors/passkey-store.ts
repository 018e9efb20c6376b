import type { Kysely, Selectable } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

type PasskeyTable = {
  id: string
  account_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  used_at: Date | null
}
export type PasskeyRow = Selectable<PasskeyTable>

const tables = (db: Db): Kysely<{ account_passkey: PasskeyTable }> => db

export async function insertPasskey(tx: Tx, passkey: PasskeyRow): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('account_passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function passkeysOf(db: Db | Tx, accountId: string): Promise<PasskeyRow[]> {
  return tables(db)
    .selectFrom('account_passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function passkeyById(db: Db | Tx, id: string): Promise<PasskeyRow | null> {
  const row = await tables(db).selectFrom('account_passkey').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Stores the counter of a use. Returns false if the stored counter is not lower, which means a copied authenticator or
 * a replay. Counter 0 is always accepted, because some authenticators do not count.
 */
export async function notePasskeyUse(tx: Tx, id: string, counter: number, now: number): Promise<boolean> {
  let query = tables(tx)
    .updateTable('account_passkey')
    .set({ counter: BigInt(counter), used_at: new Date(now) })
    .where('id', '=', id)
  if (counter > 0) query = query.where('counter', '<', BigInt(counter))
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** The removed passkey's name; null when it does not exist or belongs to another account. */
export async function removePasskey(tx: Tx, accountId: string, id: string): Promise<string | null> {
  const row = await tables(tx)
    .deleteFrom('account_passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export async function removePasskeys(tx: Tx, accountId: string): Promise<void> {
  await tables(tx).deleteFrom('account_passkey').where('account_id', '=', accountId).execute()
}
