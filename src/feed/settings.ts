import { settingsGroup } from '#src/platform/setting.ts'
import { listOf, text } from '#src/platform/setting-schemas.ts'

export const exchangeSettings = settingsGroup('Live exchange', {
  exchange: {
    env: 'EXCHANGE',
    doc: 'a crypto exchange to follow live, by its ccxt id, such as kraken; empty: none',
    schema: text.toLowerCase(),
  },
  symbols: {
    env: 'EXCHANGE_SYMBOLS',
    doc: 'spot pairs followed there, separated by commas',
    schema: text
      .toUpperCase()
      .pipe(
        listOf(
          (pair) => /^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/.test(pair),
          (pair) => `names "${pair}"; it must hold spot pairs such as BTC/USD.`,
        ),
      )
      .transform((pairs) => [...new Set(pairs)]),
    default: 'BTC/USD,ETH/USD',
  },
})
