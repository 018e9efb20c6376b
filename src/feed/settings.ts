import { settingsGroup } from '#src/platform/setting.ts'
import { listOf, origin, text } from '#src/platform/setting-schemas.ts'

export const exchangeSettings = settingsGroup(
  'Live exchange',
  {
    exchanges: {
      env: 'EXCHANGE',
      doc: 'crypto exchanges to follow live, by their ccxt ids, separated by commas, such as kraken,okx; empty: none',
      schema: text
        .toLowerCase()
        .pipe(
          listOf(
            (id) => /^[a-z0-9]{2,30}$/.test(id),
            (id) => `names "${id}"; it must hold ids of exchanges such as kraken.`,
          ),
        )
        .transform((ids) => [...new Set(ids)]),
    },
    main: {
      env: 'EXCHANGE_MAIN',
      doc: 'the exchange whose pairs have the plain codes, such as BTCUSD; those of others end in its name, such as BTCUSD.OKX; empty: the first of EXCHANGE',
      schema: text.toLowerCase(),
    },
    symbols: {
      env: 'EXCHANGE_SYMBOLS',
      doc: 'spot pairs followed there, separated by commas: pairs such as BTC/USD, patterns such as */USDT, and top:50 for the 50 largest',
      schema: text
        .toUpperCase()
        .pipe(
          listOf(
            (entry) => /^(?:(?:[A-Z0-9]{1,20}|\*)\/(?:[A-Z0-9]{1,20}|\*)|TOP:[1-9]\d{0,2})$/.test(entry),
            (entry) => `names "${entry}"; it must hold spot pairs such as BTC/USD, patterns such as */USDT, or top:50.`,
          ),
        )
        .transform((pairs) => [...new Set(pairs)]),
      default: 'BTC/USD,ETH/USD',
    },
  },
  ({ exchanges, main }) =>
    main !== null && !(exchanges ?? []).includes(main)
      ? [`EXCHANGE_MAIN is "${main}", which EXCHANGE does not name.`]
      : [],
)

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
