import { settingsGroup } from '#src/platform/setting.ts'
import { origin } from '#src/platform/setting-schemas.ts'

export const statusSettings = settingsGroup('Status page', {
  siteUrl: {
    env: 'STATUS_SITE_URL',
    doc: 'where the probes of the status page reach the site; empty: PUBLIC_URL',
    schema: origin,
  },
  apiUrl: {
    env: 'STATUS_API_URL',
    doc: 'where the probes of the status page reach the gateway; empty: API_URL',
    schema: origin,
  },
})
