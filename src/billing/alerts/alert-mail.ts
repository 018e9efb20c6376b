import { hourMs } from '#src/contract/time.ts'
import { layoutMail, type MailBlock } from '#src/platform/mail/mail-layout.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { alertSettings } from '#src/staff/settings.ts'
import type { Incident } from '../deposits/incident-store.ts'
import { incidentWords } from '../deposits/incident-words.ts'
import { describeDetail } from '../operator/order-story.ts'
import type { Alert } from './alert-store.ts'

const listedMax = 20
const mailsPerHour = { limit: 20, windowMs: hourMs }

/**
 * Queues one mail about all these alerts. The last mail within the hourly limit says that no more mails follow for up
 * to an hour.
 */
export async function mailAlerts(ctx: Platform, tx: Tx, alerts: readonly Alert[]): Promise<void> {
  const to = ctx.settings.of(alertSettings).email
  if (to === null || alerts.length === 0) return
  const { allowed, remaining } = await ctx.limiter.take('mail:alerts', mailsPerHour)
  if (!allowed) return
  const blocks = alerts.slice(0, listedMax).flatMap(blocksOf)
  if (alerts.length > listedMax) {
    blocks.push({ kind: 'note', text: `And ${alerts.length - listedMax} more: run "payments list".` })
  }
  if (remaining === 0) {
    blocks.push({
      kind: 'note',
      text: 'No more mails of this kind follow for up to an hour. "payments list" has the rest.',
    })
  }
  const [first] = alerts
  const title = alerts.length === 1 && first ? titleOf(first) : `${alerts.length} alerts`
  await ctx.mail.queue(
    tx,
    layoutMail(ctx, {
      to,
      kind: 'payment-alert',
      locale: 'en-US',
      subject: title,
      heading: title,
      blocks,
      footer: `Sent to ${to}, the address for alerts of this installation.`,
    }),
  )
}

function titleOf({ event, incident }: Alert): string {
  if (!incident) return 'Test of the alerts'
  const where = incident.network && incident.network !== incident.subject ? `${incident.network} ` : ''
  return `${event === 'closed' ? 'Closed' : 'Incident'}: ${incident.kind}, ${where}${incident.subject}`
}

function blocksOf(alert: Alert): MailBlock[] {
  const { event, incident } = alert
  if (!incident) return [{ kind: 'text', text: 'Alerts of this installation arrive here. Nothing is wrong.' }]
  const words: MailBlock[] = event === 'closed' ? [] : [{ kind: 'text', text: incidentWords[incident.kind] }]
  return [{ kind: 'facts', facts: factsOf(event, incident) }, ...words]
}

function factsOf(event: Alert['event'], incident: Incident): [string, string][] {
  const iso = (at: number) => new Date(at).toISOString()
  const facts: [string, string][] = [
    [event === 'closed' ? 'Closed' : 'Opened', `#${incident.id} ${incident.kind}`],
    ['About', [incident.network, incident.subject].filter((part, n, all) => part && all.indexOf(part) === n).join(' ')],
    ['Since', iso(incident.openedAt)],
  ]
  if (incident.closedAt !== null) facts.push(['Until', iso(incident.closedAt)])
  if (incident.note) facts.push(['Note', incident.note])
  const detail = describeDetail(incident.detail)
  if (detail && event !== 'closed') facts.push(['Detail', detail])
  return facts
}
