import { settingsGroup } from '#src/platform/setting.ts'
import { listOf, origin, text } from '#src/platform/setting-schemas.ts'

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

export const relaySettings = settingsGroup(
  'Relay',
  {
    url: {
      env: 'RELAY_URL',
      doc: 'data gateway of another Tapewire, or of a provider of its protocol, that is followed, such as https://api.example.com; empty: none',
      schema: origin,
    },
    key: { env: 'RELAY_KEY', doc: 'API key for it; its plan must cover the instruments', schema: text, secret: true },
    symbols: {
      env: 'RELAY_SYMBOLS',
      doc: 'instruments followed there, as class:CODE$REGION, separated by commas',
      schema: listOf(
        (symbol) => /^[a-z]+:[^$,]{1,40}\$[A-Z]{2}$/.test(symbol),
        (symbol) => `names "${symbol}"; it must hold instruments such as stock:AAPL$US.`,
      ).transform((symbols) => [...new Set(symbols)]),
      default: 'crypto:BTCUSD$BA',
    },
  },
  ({ url, key }) =>
    url !== null && key === null ? ['RELAY_URL needs RELAY_KEY: the gateway there asks for a key.'] : [],
)
