import { settingsGroup } from '#src/platform/setting.ts'
import { networks } from '#src/platform/setting-schemas.ts'

export const customerAlertSettings = settingsGroup('Alerts of customers', {
  webhookNetworks: {
    env: 'WEBHOOK_NETWORKS',
    doc: 'private addresses and networks that webhooks of customers may reach, separated by commas, over http too; empty: none, and https alone',
    schema: networks,
  },
})
