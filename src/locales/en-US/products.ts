const products = {
  stocks: {
    title: 'Stock data, exchange by exchange',
    lead: 'Quotes, depth, bars, fundamentals and corporate actions for shares, country by country. Splits and dividends are adjusted when you ask for it, never behind your back.',
    description:
      'Real-time and historical stock data, country by country, over REST and WebSocket: quotes, bars, fundamentals, corporate actions, in JSON and CSV.',
    keywords: 'stock API, stock market data, real-time stock quotes, historical stock prices, corporate actions API',
  },
  indices: {
    title: 'Indices of every market we cover',
    lead: 'The benchmarks that everything else is measured against, from one minute to one year, in the same shape as a single share.',
    description:
      'Real-time and historical index data over REST and WebSocket: world benchmarks from one-minute to monthly bars, in JSON and CSV.',
    keywords: 'index API, stock index data, SPX API, historical index prices, benchmark data',
  },
  forex: {
    title: 'Forex and metals around the clock',
    lead: 'Majors, crosses and metals from the opening in Sydney to the close in New York, with the mid price to the last digit.',
    description:
      'Real-time and historical forex data over REST and WebSocket: majors, crosses and metals, ticks and bars, in JSON and CSV.',
    keywords: 'forex API, currency data, EURUSD API, exchange rates API, gold price API',
  },
  crypto: {
    title: 'Crypto, seven days a week',
    lead: 'Spot pairs that never close: ticks, ten levels of depth and bars that say when they are final.',
    description:
      'Real-time and historical crypto data over REST and WebSocket: spot pairs, ticks, depth and bars, in JSON and CSV.',
    keywords: 'crypto API, bitcoin price API, BTCUSD, crypto order book, historical crypto data',
  },
  future: {
    title: 'Futures: the major chain, rolled by a stated rule',
    lead: 'Main contracts of the US (CME, CBOT, NYMEX, COMEX), Hong Kong (HKFE) and China (SHFE, CFFEX), with the dated contracts beside them.',
    description:
      'Real-time and historical futures data over REST and WebSocket: main contracts of the US, Hong Kong and China, in JSON and CSV.',
    keywords: 'futures API, commodity data, index futures, continuous contract, historical futures prices',
  },
  fund: {
    title: 'Funds that trade like shares',
    lead: 'Exchange-traded and listed funds with quotes, bars and the same corporate actions as stocks.',
    description:
      'Real-time and historical fund and ETF data over REST and WebSocket: quotes, bars and reference data, in JSON and CSV.',
    keywords: 'ETF API, fund data, SPY API, historical ETF prices, fund quotes',
  },
  docs: 'Read the docs',
  chart: 'Open in the chart',
  table: {
    failed: 'The instruments could not be read just now.',
    pricesFailed: 'Prices could not be read just now.',
    title: 'Some of what is listed here',
    lead: 'The same prices as /quote answers, and their change against the previous close. A price of a closed market carries its time. Each row opens the chart.',
    instrument: 'Instrument',
    exchange: 'Exchange',
    simulated: 'simulated',
    last: 'Last',
    change: 'Day change',
    session: 'Since previous close',
    range: 'Day range',
    between: 'between {low} and {high}',
    spark: '{code}, prices of the session; the dashed line is the previous close',
    streaming: '{count, plural, one {One row is} other {All {shown} rows are}} renewed while you look.',
    resting: 'Prices of when the page was sent.',
    empty: 'No instruments of this class are listed here yet.',
    picture: '{code}, daily bars',
  },
  facts: { instruments: 'Instruments', countries: 'Countries and regions', exchanges: 'Exchanges' },
  coverage: {
    failed: 'The exchanges could not be read just now.',
    title: 'Coverage',
    lead: '{count, plural, one {{shown} instrument} other {{shown} instruments}} on {exchanges, plural, one {{listed} exchange} other {{listed} exchanges}}, counted in our own tables.',
    worldwide: 'Worldwide',
    all: 'History, exchange by exchange',
  },
  sample: {
    title: 'One request, its real answer',
    lead: 'It works as it stands, with the public demo key. Run it, copy it, change the code.',
  },
  plans: {
    title: 'What each plan gets',
    lead: 'On the integrated market. Single markets have plans of their own.',
    tier: 'Plan',
    included: 'This class',
    price: 'USDT a month',
    all: 'All plans and markets',
  },
} as const

export default products
