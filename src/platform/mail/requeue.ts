import type { Platform, Tx } from '../platform.ts'
import { lockStatus, queueAgain } from './outbox-store.ts'

export { countOutbox, type FailedMail, failedMails, mailsTo } from './outbox-store.ts'

/** Queues a failed mail to this address again. `gone`: the mail still waits, or it was sent and its text wiped. */
export async function requeueMail(
  { clock }: Platform,
  tx: Tx,
  mail: { id: number; to: string },
): Promise<'queued' | 'gone' | 'unknown'> {
  const status = await lockStatus(tx, mail)
  if (status === null) return 'unknown'
  if (status !== 'failed') return 'gone'
  await queueAgain(tx, mail.id, clock.now())
  return 'queued'
}
