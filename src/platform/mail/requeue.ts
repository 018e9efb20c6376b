import { sql } from 'kysely'
import type { Platform, Tx } from '../platform.ts'

/** Queues a mail to this address again that was given up. `gone`: it waits still, or was sent and its text wiped. */
export async function requeueMail(
  { clock }: Platform,
  tx: Tx,
  { id, to }: { id: number; to: string },
): Promise<'queued' | 'gone' | 'unknown'> {
  const now = new Date(clock.now())
  const { rows } = await sql<{ status: string }>`select status from mail_outbox
    where id = ${id} and to_address = ${to} for update`.execute(tx)
  if (rows.length === 0) return 'unknown'
  if (rows[0]?.status !== 'failed') return 'gone'
  await sql`update mail_outbox set status = 'queued', attempts = 0, next_at = ${now}, error = null
    where id = ${id}`.execute(tx)
  await sql`select pg_notify('mail', 'null')`.execute(tx)
  return 'queued'
}
