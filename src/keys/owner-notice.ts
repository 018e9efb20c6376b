import { noticeToAccount } from '#src/accounts/mails/notify.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Key } from './key/key.ts'
import { maskSecret } from './key/secret.ts'

type KeyNotice = 'key-reset' | 'key-revoked' | 'key-issued'

export async function notifyOwner(ctx: Platform, tx: Tx, key: Key, kind: KeyNotice, hours = 0): Promise<void> {
  const values = { key: maskSecret(key.head, key.tail), hours, integrated: String(key.market === 'integrated') }
  await noticeToAccount(ctx, tx, key.accountId, { kind, values })
}
