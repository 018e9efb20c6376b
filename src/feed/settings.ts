import { settingsGroup } from '#src/platform/setting.ts'
import { listOf, oneOf, origin, text } from '#src/platform/setting-schemas.ts'

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
    url !== null && key === null ? ['RELAY_URL needs RELAY_KEY: the gateway there requires a key.'] : [],
)

/** A list such as `stock:AAPL`, `crypto:BTC/USD`. */
function vendorSymbols(classes: readonly string[]) {
  const written = /^(?:(?:stock|fund):[A-Z][A-Z0-9.]{0,14}|(?:crypto|forex):[A-Z0-9]{2,10}\/[A-Z0-9]{2,10})$/
  return listOf(
    (symbol) => written.test(symbol) && classes.includes(symbol.slice(0, symbol.indexOf(':'))),
    (symbol) =>
      `names "${symbol}"; it must hold symbols such as stock:AAPL or crypto:BTC/USD, of ${classes.join(', ')}.`,
  ).transform((symbols) => [...new Set(symbols)])
}

export const massiveSettings = settingsGroup('Massive', {
  key: {
    env: 'MASSIVE_KEY',
    doc: 'API key of Massive, whose market data is followed; empty: it is not',
    schema: text,
    secret: true,
  },
  symbols: {
    env: 'MASSIVE_SYMBOLS',
    doc: 'what is followed there, separated by commas, such as stock:AAPL, fund:SPY, crypto:BTC/USD and forex:EUR/USD',
    schema: vendorSymbols(['stock', 'fund', 'crypto', 'forex']),
    default: 'stock:AAPL',
  },
})

export const alpacaSettings = settingsGroup(
  'Alpaca',
  {
    key: {
      env: 'ALPACA_KEY',
      doc: 'key id of Alpaca, whose market data is followed; empty: it is not',
      schema: text,
      secret: true,
    },
    secret: { env: 'ALPACA_SECRET', doc: 'secret of that key', schema: text, secret: true },
    feed: {
      env: 'ALPACA_FEED',
      doc: 'feed of stocks and funds there: iex, or with a paid plan sip, or delayed_sip',
      schema: oneOf('iex', 'sip', 'delayed_sip'),
      default: 'iex',
    },
    symbols: {
      env: 'ALPACA_SYMBOLS',
      doc: 'what is followed there, separated by commas, such as stock:AAPL, fund:SPY and crypto:BTC/USD',
      schema: vendorSymbols(['stock', 'fund', 'crypto']),
      default: 'stock:AAPL',
    },
  },
  ({ key, secret }) =>
    (key === null) === (secret === null) ? [] : ['ALPACA_KEY and ALPACA_SECRET belong together; one is missing.'],
)
