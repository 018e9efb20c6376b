import { sql } from 'kysely'
import type { Db } from '../platform.ts'

export type MailboxEntry = { id: string; to: string; subject: string; text: string; html: string; sentAt: number }

/** The sandbox's mailbox: what was sent, newest first. */
export async function readMailbox(db: Db, filter: { to?: string; limit?: number } = {}): Promise<MailboxEntry[]> {
  const to = filter.to?.trim().toLowerCase() ?? null
  const { rows } = await sql<{
    id: bigint
    to_address: string
    subject: string
    text: string
    html: string
    sent_at: Date
  }>`
    select id, to_address, subject, text, html, sent_at from mail_outbox
    where status = 'sent' and (${to}::text is null or lower(to_address) = ${to})
    order by sent_at desc, id desc limit ${filter.limit ?? 100}`.execute(db)
  return rows.map((row) => ({
    id: String(row.id),
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    html: row.html,
    sentAt: row.sent_at.getTime(),
  }))
}
