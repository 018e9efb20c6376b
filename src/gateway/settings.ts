import { settingsGroup } from '#src/platform/setting.ts'
import { listOf } from '#src/platform/setting-schemas.ts'

export const compatibleApis = ['massive', 'alpaca'] as const

export const gatewaySettings = settingsGroup('Compatible APIs', {
  compatibleApis: {
    env: 'COMPATIBLE_APIS',
    doc: 'massive, alpaca: programs written for Massive (formerly Polygon.io) or Alpaca call the gateway below /massive or /alpaca; empty: none',
    schema: listOf(
      (entry) => compatibleApis.some((name) => name === entry),
      (entry) => `names "${entry}"; it must be some of ${compatibleApis.join(', ')}.`,
    ),
    default: () => [],
  },
})
