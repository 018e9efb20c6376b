import { contactOf } from '#src/accounts/sessions/profile.ts'
import { notReachable } from '#src/contract/account/alert-choices.ts'
import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { follow } from '#src/platform/follow.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { postToStranger } from '#src/platform/webhooks/post-to-stranger.ts'
import { signedHeaders } from '#src/platform/webhooks/signature.ts'
import { firingsOf } from '../alert-store.ts'
import { claimDeliveries, type DueDelivery, nextDelivery, noteDelivered, noteUndelivered } from './delivery-store.ts'
import { firingMail } from './firing-mail.ts'
import { reachOf, secretsOf } from './webhook.ts'
import { webhookOf } from './webhook-store.ts'

/** The webhook's body; documented for receivers in `content/en-US/docs/alerts.md`. Times in ISO 8601, UTC. */
export type FiringBody = {
  type: 'alert.fired' | 'test'
  timestamp: string
  data: {
    installation: string
    alert:
      | (Pick<AlertFiring, 'symbol' | 'condition' | 'note' | 'value' | 'price'> & {
          id: string
          firing: string
          firedAt: string
        })
      | null
  }
}

const rounds = {
  /** A trigger of migration 1430 sends a notification on this channel for each queued delivery. */
  channel: 'alert_deliveries',
  everyMs: minuteMs,
  failed: 'firings of alerts could not be delivered; tried again soon',
}
const batchSize = 20
const answerMsMax = 10_000
const slowMs = 1_000
const claimMs = 120_000
const retryMs = { first: 5_000, max: 15 * minuteMs }
const patienceMs = 3 * dayMs
export const mailsPerDay = { limit: 100, windowMs: dayMs }

/** Sends each delivery when it is due. Only one process at a time attempts a delivery. */
export async function startDeliveries(ctx: Platform): Promise<AsyncDisposable> {
  const underWay = new Set<Promise<void>>()
  const following = await follow(ctx, rounds, async (signal) => {
    while (!signal.aborted && (await deliverDue(ctx, signal, underWay)) > 0);
    const next = await nextDelivery(ctx.postgres.db)
    return next === null ? minuteMs : Math.max(0, next - ctx.clock.now())
  })
  return {
    async [Symbol.asyncDispose]() {
      await following[Symbol.asyncDispose]()
      await Promise.all(underWay)
    },
  }
}

/**
 * Attempts due deliveries and returns their number. After `slowMs` those that got no answer continue in `underWay`,
 * so that they do not hold up others. After a crash a delivery may repeat with the same id.
 */
export async function deliverDue(
  ctx: Platform,
  signal = new AbortController().signal,
  underWay = new Set<Promise<void>>(),
): Promise<number> {
  const now = ctx.clock.now()
  const due = await claimDeliveries(ctx.postgres.db, { now, claimedUntil: now + claimMs, limit: batchSize })
  const sending = due.map((one) =>
    deliver(ctx, one, signal).catch((cause: unknown) => ctx.log.warn(rounds.failed, { delivery: one.id, cause })),
  )
  for (const one of sending) {
    underWay.add(one)
    void one.then(() => underWay.delete(one))
  }
  await Promise.race([Promise.all(sending), pause(ctx.clock, slowMs, signal)])
  return due.length
}

async function deliver(ctx: Platform, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const { db } = ctx.postgres
  const [firing = null] = due.firingId === null ? [] : await firingsOf(db, due.accountId, [due.firingId])
  // The alert was removed meanwhile, and its deliveries with it.
  if (due.firingId !== null && !firing) return
  if (due.way === 'mail') return mail(ctx, due, firing)
  const outcome = await post(ctx, due, firing, signal)
  if (outcome.isReceived) return noteDelivered(db, due.id, ctx.clock.now(), outcome.answer)
  const now = ctx.clock.now()
  const jitter = 0.9 + ctx.random.int(200) / 1_000
  const wait = Math.min(retryMs.max, retryMs.first * 2 ** Math.min(12, due.attempts - 1)) * jitter
  const isOver = outcome.isFinal || now - due.createdAt > patienceMs
  const { answer, reason } = outcome
  ctx.log.info('a webhook did not receive a firing', { delivery: due.id, answer, reason, isOver })
  await noteUndelivered(db, due.id, outcome.answer, isOver ? null : now + wait)
}

/** Queues the mail in the transaction that records the delivery, so that the mail is queued exactly once. */
async function mail(ctx: Platform, due: DueDelivery, firing: AlertFiring | null): Promise<void> {
  const { allowed } = await ctx.limiter.take(`alert-mail:${due.accountId}`, mailsPerDay)
  await ctx.postgres.transaction(async (tx) => {
    const contact = await contactOf(tx, due.accountId)
    if (!contact || !firing) return noteUndelivered(tx, due.id, 'nobody to write to', null)
    if (!allowed) return noteUndelivered(tx, due.id, `more than ${mailsPerDay.limit} mails in 24 hours`, null)
    await ctx.mail.queue(tx, firingMail(ctx, contact, firing))
    await noteDelivered(tx, due.id, ctx.clock.now(), null)
  })
}

/** `answer`: shown to the customer. `reason`: only for the log, since it reveals what the installation can reach. */
type Outcome = { isReceived: boolean; isFinal?: boolean; answer: string; reason?: string }

async function post(
  ctx: Platform,
  due: DueDelivery,
  firing: AlertFiring | null,
  signal: AbortSignal,
): Promise<Outcome> {
  const webhook = await webhookOf(ctx.postgres.db, due.accountId)
  if (!webhook) return { isReceived: false, isFinal: true, answer: 'the webhook was removed' }
  const body = JSON.stringify(bodyOf(ctx, due, firing))
  try {
    const status = await postToStranger({
      url: new URL(webhook.url),
      headers: signedHeaders(secretsOf(ctx, due.accountId, webhook), due.id, ctx.clock.now(), body),
      body,
      reach: reachOf(ctx),
      signal: AbortSignal.any([AbortSignal.timeout(answerMsMax), signal]),
    })
    return { isReceived: status >= 200 && status < 300, answer: `HTTP ${status}` }
  } catch (cause) {
    return { isReceived: false, answer: notReachable, reason: reasonOf(cause) }
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner = cause.cause instanceof Error ? cause.cause : cause
  if (inner.name === 'TimeoutError') return `no answer within ${answerMsMax / 1_000} s`
  return inner.message.slice(0, 200)
}

function bodyOf(ctx: Platform, due: DueDelivery, firing: AlertFiring | null): FiringBody {
  const installation = ctx.settings.publicUrl
  if (!firing) return { type: 'test', timestamp: iso(due.createdAt), data: { installation, alert: null } }
  const { alertId, id, symbol, condition, note, value, price, firedAt } = firing
  const alert = { id: alertId, firing: id, symbol, condition, note, value, price, firedAt: iso(firedAt) }
  return { type: 'alert.fired', timestamp: iso(firedAt), data: { installation, alert } }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
