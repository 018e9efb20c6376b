import type { Db } from '#src/platform/platform.ts'
import { hashSecret, isWellFormed } from './key/secret.ts'
import { accountsByMask, accountsBySecret } from './search-store.ts'

/** Owners of the key with this secret, current or replaced, or of the keys with this mask (`tw_l***abcd`). */
export async function accountsByKey(db: Db, text: string): Promise<string[]> {
  const [, head, tail] = /^(.{4})\*{3}(.{4})$/.exec(text) ?? []
  if (head && tail) return accountsByMask(db, head, tail)
  return isWellFormed(text) ? accountsBySecret(db, hashSecret(text)) : []
}
