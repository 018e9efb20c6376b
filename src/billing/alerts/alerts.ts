import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { alertSettings } from '#src/staff/settings.ts'
import { closeRecovered, openIncident, openIncidents } from '../deposits/incident-store.ts'
import type { NetworkHealth } from '../networks/network-health.ts'
import { mailAlerts } from './alert-mail.ts'
import { noteNewAlerts, noteTestAlert, webhookFigures } from './alert-store.ts'

/** A network without a scan for this long is an incident. Faults of its nodes are reported separately, and sooner. */
const silentMsMax = 5 * minuteMs

/**
 * Records one alert for each opening and each closing of an incident, even after a crash, and mails the new alerts
 * together. Returns the number of new alerts.
 */
export async function raiseAlerts(ctx: Platform): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const alerts = await noteNewAlerts(tx, ctx.settings.of(alertSettings).hasWebhookUrl, ctx.clock.now())
    await mailAlerts(ctx, tx, alerts)
    return alerts.length
  })
}

/**
 * Opens an incident for a network that was not scanned for too long, and closes the incident after the next scan. The
 * time before `since` does not count.
 */
export async function watchForSilence(ctx: Platform, since: number, health: readonly NetworkHealth[]): Promise<void> {
  const now = ctx.clock.now()
  const open = await openIncidents(ctx.postgres.db)
  const known = new Set(open.map(({ kind, subject }) => `${kind} ${subject}`))
  for (const { network, state } of health) {
    if (!state || state.stopped !== null) continue
    const incident = { network: network.code, kind: 'network_lagging' as const, subject: network.code, at: now }
    if (now - Math.max(state.lastOkAt ?? 0, since) > silentMsMax) {
      const lastLook = state.lastOkAt === null ? 'never' : new Date(state.lastOkAt).toISOString()
      if (!known.has(`no_trusted_node ${network.code}`))
        await openIncident(ctx.postgres.db, { ...incident, detail: { lastLook } })
    } else if (
      state.lastOkAt !== null &&
      now - state.lastOkAt <= silentMsMax &&
      known.has(`${incident.kind} ${incident.subject}`)
    ) {
      await closeRecovered(ctx.postgres.db, incident.kind, incident.subject, now)
    }
  }
}

export type TestAlert = { id: string; email: string | null; webhook: boolean }

/** Sends a test to the alert channels, within the limit of alert mails. Null when no channel is configured. */
export async function sendTestAlert(ctx: Platform, actor: Actor): Promise<TestAlert | null> {
  const by = await requireStaff(ctx, actor, 'alert.test')
  const { email, hasWebhookUrl: webhook } = ctx.settings.of(alertSettings)
  if (email === null && !webhook) return null
  const alert = { id: ctx.random.uuid(), event: 'test' as const, createdAt: ctx.clock.now(), incident: null }
  await ctx.postgres.transaction(async (tx) => {
    await noteTestAlert(tx, alert.id, webhook, alert.createdAt)
    await mailAlerts(ctx, tx, [alert])
    await ctx.postgres.audit(tx, by, 'alert.test', alert.id, { email: email !== null, webhook })
  })
  return { id: alert.id, email, webhook }
}

/**
 * The recipients of alerts. `waiting`: webhook alerts that are not delivered yet; `failed`: webhook alerts of
 * the last week that failed; `error`: the newest error of these alerts.
 */
export async function alertStatus(ctx: Platform) {
  const { email, hasWebhookUrl: webhook } = ctx.settings.of(alertSettings)
  return { email, webhook, ...(await webhookFigures(ctx.postgres.db, ctx.clock.now() - 7 * dayMs)) }
}

export async function readAlerts(ctx: Platform, actor: Actor) {
  await requireStaff(ctx, actor, 'alert.test')
  return alertStatus(ctx)
}

export async function alertsLine(ctx: Platform): Promise<string> {
  const { email, webhook, waiting, failed, error } = await alertStatus(ctx)
  if (email === null && !webhook) throw new Error('incidents are sent to nobody: set ALERT_EMAIL or ALERT_WEBHOOK_URL')
  const reason = error === null ? '' : `, last problem: ${error}`
  if (failed > 0) throw new Error(`the webhook missed ${failed} alerts in the last week${reason}`)
  const parts = [email === null ? '' : `mail to ${email}`, webhook ? `webhook, ${waiting} waiting${reason}` : '']
  return parts.filter(Boolean).join('; ')
}
