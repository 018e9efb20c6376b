import { dayMs, minuteMs } from '#src/contract/time.ts'
import { type BrandHolder, brandOf } from '../brand/brand.ts'
import { Bell, every, retrying } from '../loop.ts'
import type { OutgoingMail, Platform } from '../platform.ts'
import { openMail } from './mail.ts'
import { withMark } from './mail-mark.ts'
import { claimDueMail, type DueMail, markFailed, markSent, renewClaim } from './outbox-store.ts'

type Sent = Pick<OutgoingMail, 'to' | 'replyTo' | 'subject' | 'text' | 'html'>

/** The time for which a mail is retried while the mail server is unavailable. Mail servers retry for the same time. */
const patienceMs = 3 * dayMs
const retryMaxMs = 15 * minuteMs
const batchSize = 10
/** The time after which another process may try a claimed mail. */
const claimMs = 2 * minuteMs
const renewals = { everyMs: claimMs / 2, waitFirst: true, failed: 'the claim of a mail could not be renewed' }
const idleMs = 15_000
const marking = { firstMs: 500, maxMs: 10_000, failed: 'a sent mail could not be marked as sent; tried again' }

/** Sends queued mails until aborted. Several processes may run it: each row is claimed before it is sent. */
export async function sendMails(ctx: Platform, options: { smtpUrl: string; signal: AbortSignal }): Promise<void> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport(options.smtpUrl, {
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const queued = new Bell()
  const ring = () => queued.ring()
  await using _listening = await ctx.postgres.listen('mail', ring, ring)
  try {
    while (!options.signal.aborted) {
      const send = async (mail: Sent) => transport.sendMail({ from: senderOf(ctx), ...(await withMark(ctx, mail)) })
      const sent = await sendBatch(ctx, send, options.signal).catch((cause: unknown) => {
        ctx.log.warn('the outbox could not be read or written', { cause })
        return 0
      })
      if (sent === 0) await queued.wait(ctx.clock, idleMs, options.signal)
    }
  } finally {
    transport.close()
  }
}

/** The sender of the settings, or else an address of the site under the brand's name. */
export function senderOf(ctx: BrandHolder): string {
  const { mailFrom, publicUrl } = ctx.settings
  return mailFrom ?? `${mailName(brandOf(ctx).name)} <no-reply@${new URL(publicUrl).hostname}>`
}

/** A name in front of a mail address. It is quoted if it contains characters with a meaning in mail headers. */
function mailName(name: string): string {
  return /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name
}

/**
 * Sends due mails, each claimed right before its attempt, so that a slow attempt does not outlast the claims of the
 * others. Returns the number of attempts. Wipes sent bodies, since they may contain codes. A sent mail is marked until
 * the database accepts the mark, because an unmarked mail is sent again.
 */
export async function sendBatch(
  ctx: Platform,
  send: (mail: Sent) => Promise<unknown>,
  signal = new AbortController().signal,
): Promise<number> {
  const { clock, postgres } = ctx
  for (let attempts = 0; attempts < batchSize; attempts += 1) {
    const now = clock.now()
    const mail = await claimDueMail(postgres.db, { now, claimedUntil: now + claimMs })
    if (!mail) return attempts
    try {
      await sendClaimed(ctx, mail, send)
    } catch (cause) {
      await recordFailure(ctx, mail, cause)
      continue
    }
    await retrying(ctx, { ...marking, signal }, () => markSent(postgres.db, mail.id, clock.now()))
  }
  return batchSize
}

/** Sends a mail. Renews its claim meanwhile, because a mail server may take 10 minutes for one answer. */
async function sendClaimed(ctx: Platform, { id, to, text }: DueMail, send: (mail: Sent) => Promise<unknown>) {
  await using _renewing = every(ctx, renewals, () => renewClaim(ctx.postgres.db, id, ctx.clock.now() + claimMs))
  await send({ to, ...openMail(ctx.keyring, to, text) })
}

async function recordFailure({ clock, log, postgres }: Platform, mail: DueMail, cause: unknown): Promise<void> {
  const { id, attempts } = mail
  const now = clock.now()
  const givenUp = isPermanent(cause) || now - mail.createdAt > patienceMs
  const nextAt = now + Math.min(2 ** attempts * 5_000, retryMaxMs)
  const reason = cause instanceof Error ? cause.message.slice(0, 500) : 'unknown'
  log.warn(givenUp ? 'a mail was given up' : 'a mail waits for another try', { mail: id, attempts, cause })
  await markFailed(postgres.db, id, { givenUp, nextAt, reason })
}

/** A 5xx about the address or message is permanent. Other failures, including wrong credentials, may be temporary. */
function isPermanent(cause: unknown): boolean {
  if (!(cause instanceof Error && 'responseCode' in cause && 'code' in cause)) return false
  return Number(cause.responseCode) >= 500 && (cause.code === 'EENVELOPE' || cause.code === 'EMESSAGE')
}
