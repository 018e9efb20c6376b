import { sendTestAlert } from '#src/billing/alerts/alerts.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'

export const alertTest: Command = {
  name: 'payments alert test',
  usage: 'payments alert test',
  summary: 'Send a test alert by mail and to the webhook',
  async run(ctx, args, io) {
    if (args.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const sent = await sendTestAlert(ctx, actor)
    if (!sent) throw new SettingsError('Alerts go nowhere. Set ALERT_EMAIL, or ALERT_WEBHOOK_URL with its secret.')
    if (sent.email) io.print(`Queued for ${sent.email}.`)
    if (sent.webhook) {
      io.print(`Queued for the webhook, with the id ${sent.id}. The running product posts it within seconds.`)
      io.print('"doctor" says whether it arrived.')
    }
  },
}
