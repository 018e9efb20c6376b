import { sql } from 'kysely'
import type { Db, OutgoingMail, Tx } from '../platform.ts'

/** A mail as stored in its row: readable in a sandbox, where the row is the mailbox; otherwise sealed in `text`. */
export type StoredMail = Pick<OutgoingMail, 'to' | 'about' | 'subject' | 'text' | 'html' | 'kind'>

/** Inserts a mail that is already delivered, or a due mail, which wakes the senders on commit. */
export async function insertMail(tx: Tx, mail: StoredMail, isSent: boolean, now: number): Promise<void> {
  const at = new Date(now)
  await sql`insert into mail_outbox (to_address, about_address, subject, text, html, kind, status, next_at, created_at, sent_at)
    values (${mail.to}, ${mail.about ?? null}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.kind},
      ${isSent ? 'sent' : 'queued'}, ${at}, ${at}, ${isSent ? at : null})`.execute(tx)
  if (!isSent) await wakeSenders(tx)
}

async function wakeSenders(tx: Tx): Promise<void> {
  await sql`select pg_notify('mail', 'null')`.execute(tx)
}

/** A claimed mail; `attempts` includes the current attempt. */
export type DueMail = { id: bigint; to: string; text: string; attempts: number; createdAt: number }

/** Claims the mail that is due first until `claimedUntil`. Skips mails that another process claims. */
export async function claimDueMail(
  db: Db,
  { now, claimedUntil }: { now: number; claimedUntil: number },
): Promise<DueMail | null> {
  const { rows } = await sql<{ id: bigint; to_address: string; text: string; attempts: number; created_at: Date }>`
    update mail_outbox set attempts = attempts + 1, next_at = ${new Date(claimedUntil)} where id = (
      select id from mail_outbox where status = 'queued' and next_at <= ${new Date(now)}
      order by next_at limit 1 for update skip locked)
    returning id, to_address, text, attempts, created_at`.execute(db)
  const [row] = rows
  if (!row) return null
  const { id, to_address: to, text, attempts, created_at: createdAt } = row
  return { id, to, text, attempts, createdAt: createdAt.getTime() }
}

export async function renewClaim(db: Db, id: bigint, claimedUntil: number): Promise<void> {
  await sql`update mail_outbox set next_at = ${new Date(claimedUntil)} where id = ${id}`.execute(db)
}

export async function markSent(db: Db, id: bigint, now: number): Promise<void> {
  await sql`update mail_outbox set status = 'sent', sent_at = ${new Date(now)}, text = '', error = null
    where id = ${id}`.execute(db)
}

export async function markFailed(
  db: Db,
  id: bigint,
  { givenUp, nextAt, reason }: { givenUp: boolean; nextAt: number; reason: string },
): Promise<void> {
  await sql`update mail_outbox set status = ${givenUp ? 'failed' : 'queued'}, next_at = ${new Date(nextAt)}, error = ${reason}
    where id = ${id}`.execute(db)
}

export async function lockStatus(tx: Tx, { id, to }: { id: number; to: string }): Promise<string | null> {
  const { rows } = await sql<{ status: string }>`select status from mail_outbox
    where id = ${id} and to_address = ${to} for update`.execute(tx)
  return rows[0]?.status ?? null
}

export async function queueAgain(tx: Tx, id: number, now: number): Promise<void> {
  await sql`update mail_outbox set status = 'queued', attempts = 0, next_at = ${new Date(now)}, error = null
    where id = ${id}`.execute(tx)
  await wakeSenders(tx)
}

/** A mail without its text. Times in ms. `error`: the reason why it was not sent. */
export type ListedMail = {
  id: number
  subject: string
  kind: string
  status: 'queued' | 'sent' | 'failed'
  createdAt: number
  error: string | null
}

export async function mailsTo(
  db: Db,
  to: string,
  { before, limit }: { before: number; limit: number },
): Promise<ListedMail[]> {
  const { rows } = await sql<Omit<ListedMail, 'id' | 'createdAt'> & { id: bigint; created_at: Date }>`
    select id, subject, kind, status, created_at, error from mail_outbox
    where to_address = ${to} and created_at < ${new Date(before)} order by created_at desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id, created_at, ...row }) => ({ ...row, id: Number(id), createdAt: created_at.getTime() }))
}

/** `subject`: empty if the mail was sealed. */
export type FailedMail = {
  id: number
  to: string
  kind: string
  subject: string
  createdAt: number
  error: string | null
}

/** The oldest failed mails, oldest first. `countOutbox` returns their total number. */
export async function failedMails(db: Db, limit: number): Promise<FailedMail[]> {
  const { rows } = await sql<Omit<FailedMail, 'id' | 'createdAt'> & { id: bigint; created_at: Date }>`
    select id, to_address as "to", kind, subject, created_at, error from mail_outbox
    where status = 'failed' order by created_at, id limit ${limit}`.execute(db)
  return rows.map(({ id, created_at, ...row }) => ({ ...row, id: Number(id), createdAt: created_at.getTime() }))
}

export async function countOutbox(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: bigint; failed: bigint }>`
    select (select count(*) from mail_outbox where status = 'queued') as waiting,
      (select count(*) from mail_outbox where status = 'failed') as failed`.execute(db)
  return { waiting: Number(rows[0]?.waiting ?? 0), failed: Number(rows[0]?.failed ?? 0) }
}

export type MailboxEntry = { id: string; to: string; subject: string; text: string; html: string; sentAt: number }

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

const sealedMail = sql`status in ('queued', 'failed') and text ~ '^v[0-9]+[.]'`
const sealedBy = sql`substring(text from '^v([0-9]+)')::int`

export async function sealedMailsByVersion(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; count: bigint }>`
    select ${sealedBy} as version, count(*) as count from mail_outbox where ${sealedMail} group by 1`.execute(db)
  return new Map(rows.map(({ version, count }) => [version, Number(count)]))
}

export async function lockSealedMails(
  tx: Tx,
  versions: readonly number[],
  limit: number,
): Promise<{ id: bigint; to: string; text: string }[]> {
  const { rows } = await sql<{ id: bigint; to: string; text: string }>`
    select id, to_address as "to", text from mail_outbox
    where ${sealedMail} and ${sealedBy} = any(${[...versions]}::int[])
    limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export async function putMailText(tx: Tx, id: bigint, text: string): Promise<void> {
  await sql`update mail_outbox set text = ${text} where id = ${id}`.execute(tx)
}
