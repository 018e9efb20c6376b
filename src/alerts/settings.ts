import { settingsGroup } from '#src/platform/setting.ts'
import { networks, ports } from '#src/platform/setting-schemas.ts'

export const customerAlertSettings = settingsGroup('Alerts of customers', {
  webhookNetworks: {
    env: 'WEBHOOK_NETWORKS',
    doc: 'private addresses and networks that webhooks of customers may reach, separated by commas, over http too; empty: none, and https alone',
    schema: networks,
  },
  webhookPorts: {
    env: 'WEBHOOK_PORTS',
    doc: 'ports of public hosts that webhooks of customers may reach, separated by commas',
    schema: ports,
    default: '443,8443',
  },
})
