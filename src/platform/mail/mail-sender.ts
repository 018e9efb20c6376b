import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { Bell } from '../loop.ts'
import type { Platform } from '../platform.ts'
import { openMail } from './mail.ts'

type Row = { id: bigint; to_address: string; text: string; attempts: number; created_at: Date }
type Sent = { to: string; subject: string; text: string; html: string }

/** How long a mail server may be away before a mail is given up, as mail servers themselves have it. */
const patienceMs = 3 * dayMs
const retryMaxMs = 15 * minuteMs
const batchSize = 10
const idleMs = 15_000

/** Sends the outbox until aborted. Any number of processes may run it: a row is claimed before it is sent. */
export async function sendMails(ctx: Platform, options: { smtpUrl: string; signal: AbortSignal }): Promise<void> {
  const transport = nodemailer.createTransport(options.smtpUrl, {
    from: ctx.settings.mailFrom,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const queued = new Bell()
  await using _listening = await ctx.postgres.listen('mail', () => queued.ring())
  try {
    while (!options.signal.aborted) {
      const sent = await sendBatch(ctx, (mail) => transport.sendMail(mail)).catch((cause: unknown) => {
        ctx.log.warn('the outbox could not be read', { cause })
        return 0
      })
      if (sent === 0) await queued.wait(ctx.clock, idleMs, options.signal)
    }
  } finally {
    transport.close()
  }
}

/** Claims and sends what is due; returns how many were tried. Bodies are wiped once sent, for they may hold codes. */
export async function sendBatch(ctx: Platform, send: (mail: Sent) => Promise<unknown>): Promise<number> {
  const now = ctx.clock.now()
  const { rows } = await sql<Row>`
    update mail_outbox set attempts = attempts + 1, next_at = ${new Date(now + 120_000)} where id in (
      select id from mail_outbox where status = 'queued' and next_at <= ${new Date(now)}
      order by next_at limit ${batchSize} for update skip locked)
    returning id, to_address, text, attempts, created_at`.execute(ctx.postgres.db)
  for (const row of rows) {
    try {
      await send({ to: row.to_address, ...openMail(ctx.keyring, row.to_address, row.text) })
      await sql`update mail_outbox set status = 'sent', sent_at = ${new Date(ctx.clock.now())}, text = '', error = null
        where id = ${row.id}`.execute(ctx.postgres.db)
    } catch (cause) {
      await recordFailure(ctx, row, cause)
    }
  }
  return rows.length
}

async function recordFailure(ctx: Platform, row: Row, cause: unknown): Promise<void> {
  const now = ctx.clock.now()
  const refused = isPermanent(cause) || now - row.created_at.getTime() > patienceMs
  const nextAt = new Date(now + Math.min(2 ** row.attempts * 5_000, retryMaxMs))
  const reason = cause instanceof Error ? cause.message.slice(0, 500) : 'unknown'
  ctx.log.warn(refused ? 'a mail was given up' : 'a mail waits for another try', {
    mail: row.id,
    attempts: row.attempts,
    cause,
  })
  await sql`update mail_outbox set status = ${refused ? 'failed' : 'queued'}, next_at = ${nextAt}, error = ${reason}
    where id = ${row.id}`.execute(ctx.postgres.db)
}

/** A 5xx about the address or the message says "never"; anything else, wrong credentials too, may pass. */
function isPermanent(cause: unknown): boolean {
  if (!(cause instanceof Error && 'responseCode' in cause && 'code' in cause)) return false
  return Number(cause.responseCode) >= 500 && (cause.code === 'EENVELOPE' || cause.code === 'EMESSAGE')
}
