import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

type OwnerRow = { id: string }

/** Owners of keys with this beginning and end, newest key first, at most 20. */
export async function accountsByMask(db: Db, head: string, tail: string): Promise<string[]> {
  const { rows } = await sql<OwnerRow>`select account_id as id from api_key where tail = ${tail} and head = ${head}
    order by created_at desc limit 20`.execute(db)
  return rows.map(({ id }) => id)
}

export async function accountsBySecret(db: Db, hash: string): Promise<string[]> {
  const { rows } = await sql<OwnerRow>`select account_id as id from api_key where secret_hash = ${hash}
    union select k.account_id from api_key_former_secret f join api_key k on k.id = f.key_id
    where f.secret_hash = ${hash}`.execute(db)
  return rows.map(({ id }) => id)
}
