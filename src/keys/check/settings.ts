import { settingsGroup } from '#src/platform/setting.ts'
import { seconds } from '#src/platform/setting-schemas.ts'

export const keySettings = settingsGroup('API keys', {
  graceSeconds: {
    env: 'KEY_GRACE_SECONDS',
    doc: 'seconds for which known API keys go on while PostgreSQL does not answer; the end of a plan still applies',
    schema: seconds,
    default: '600',
  },
})
