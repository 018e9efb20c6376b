import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import { hashSecret, isWellFormed } from './secret.ts'

/** Owners of the key with this secret, replaced ones too, or of the keys with this mask (`tw_l***abcd`). */
export async function accountsByKey(db: Db, text: string): Promise<string[]> {
  const [, head, tail] = /^(.{4})\*{3}(.{4})$/.exec(text) ?? []
  const hash = hashSecret(text)
  if (!isWellFormed(text) && !tail) return []
  const { rows } = await (tail
    ? sql<{ id: string }>`select account_id as id from api_key where tail = ${tail} and head = ${head}
        order by created_at desc limit 20`
    : sql<{ id: string }>`select account_id as id from api_key where secret_hash = ${hash}
        union select k.account_id from api_key_former_secret f join api_key k on k.id = f.key_id
        where f.secret_hash = ${hash}`
  ).execute(db)
  return rows.map(({ id }) => id)
}
