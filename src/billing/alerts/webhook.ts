import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { signedHeaders } from '#src/platform/webhooks/signature.ts'
import { incidentWords } from '../deposits/incident-words.ts'
import { type Alert, claimAlerts, noteNotSent, noteSent } from './alert-store.ts'

/** The URL to which alerts are posted, and the shared secret that signs them (`whsec_` and base64). */
export type AlertWebhook = { url: string; secret: string }

/** The webhook's body; documented for receivers in `content/en-US/handbook/payments.md`. Times in ISO 8601, UTC. */
export type AlertBody = {
  type: 'incident.opened' | 'incident.closed' | 'test'
  timestamp: string
  data: {
    installation: string
    incident: {
      id: string
      kind: string
      network: string | null
      subject: string
      meaning: string
      detail: Record<string, unknown>
      openedAt: string
      closedAt: string | null
      note: string | null
    } | null
  }
}

const batchSize = 10
const answerMsMax = 10_000
const claimMs = 120_000
const retryMs = { first: 5_000, max: 15 * minuteMs }
const patienceMs = 3 * dayMs

/** Posts due alerts and returns their number. After a crash an alert may repeat, with the same id. */
export async function deliverAlerts(ctx: Platform, webhook: AlertWebhook, stop?: AbortSignal): Promise<number> {
  const now = ctx.clock.now()
  const alerts = await claimAlerts(ctx.postgres.db, now, now + claimMs, batchSize)
  for (const alert of alerts) {
    const problem = await post(ctx, webhook, alert, stop)
    if (problem === null) await noteSent(ctx.postgres.db, alert.id, ctx.clock.now())
    else await retryLater(ctx, alert, problem)
  }
  return alerts.length
}

async function retryLater(ctx: Platform, alert: Alert & { attempts: number }, problem: string): Promise<void> {
  const now = ctx.clock.now()
  const givenUp = now - alert.createdAt > patienceMs
  const jitter = 0.9 + ctx.random.int(200) / 1_000
  const wait = Math.min(retryMs.max, retryMs.first * 2 ** Math.min(12, alert.attempts - 1)) * jitter
  ctx.log.warn(givenUp ? 'an alert was given up' : 'an alert waits for another try', { alert: alert.id, problem })
  await noteNotSent(ctx.postgres.db, alert.id, problem, givenUp ? null : now + wait)
}

/** Posts an alert. Null when the receiver answered 2xx, otherwise the error. Redirects are not followed. */
async function post(ctx: Platform, webhook: AlertWebhook, alert: Alert, stop?: AbortSignal): Promise<string | null> {
  const body = JSON.stringify(bodyOf(ctx, alert))
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(answerMsMax), ...(stop ? [stop] : [])]),
      headers: signedHeaders([webhook.secret], alert.id, ctx.clock.now(), body),
      body,
    })
    await response.body?.cancel()
    return response.ok ? null : `HTTP ${response.status}`
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      return `no answer within ${answerMsMax / 1000} s`
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    return (inner instanceof Error ? inner.message : 'not reachable').slice(0, 300)
  }
}

function bodyOf(ctx: Platform, { event, createdAt, incident }: Alert): AlertBody {
  const iso = (at: number) => new Date(at).toISOString()
  return {
    type: event === 'test' ? 'test' : `incident.${event}`,
    timestamp: iso(createdAt),
    data: {
      installation: ctx.settings.publicUrl,
      incident: incident && {
        id: incident.id,
        kind: incident.kind,
        network: incident.network,
        subject: incident.subject,
        meaning: incidentWords[incident.kind],
        detail: incident.detail,
        openedAt: iso(incident.openedAt),
        closedAt: incident.closedAt === null ? null : iso(incident.closedAt),
        note: incident.note,
      },
    },
  }
}
