const home = {
  meta: {
    title: 'Real-time and historical market data over REST and WebSocket',
    description:
      'Stocks, indices, forex, crypto, futures and funds of many countries and regions over one REST and WebSocket API, in JSON and CSV. Start with a free key.',
    keywords:
      'market data API, stock API, real-time quotes, historical data, forex API, crypto API, WebSocket, kline, REST',
  },
  hero: {
    kick: 'Real-time and historical market data',
    title: 'Every market, on one wire.',
    lead: 'Stocks, indices, forex, crypto, futures and funds of many countries and regions over one REST and WebSocket API. Every bar is marked as final or running, and the stream reports its gaps.',
    chart: 'Open the chart',
    instruments: 'instruments listed here',
    countries: 'countries and regions',
    answer: 'median answer, last minute',
  },
  demo: {
    label: 'The same request in four languages',
    comment: 'runs as it is, with the public demo key',
    clientComment: 'with the public demo key; how to install the client: /docs/sdk',
    run: 'Run it now',
    running: 'Running…',
    left: '{remaining} of {limit} left this minute',
    idle: 'Press run: the answer comes from this installation.',
    failed: 'The gateway did not answer. Try again in a moment.',
  },
  tape: { label: 'Live prices from our gateway' },
  product: {
    no: 'Product',
    title: 'Six asset classes, one format of answer',
    lead: 'Learn one call and you know them all. Change the class in the path, keep your code.',
    count: '{count, plural, one {{shown} instrument} other {{shown} instruments}}',
    spark: '{code}, prices of the session; the dashed line is the previous close',
    today: 'Session so far, against the previous close',
    asOf: 'As of {time}, against the previous close',
  },
  about: {
    no: 'About',
    title: 'Built for people who check their market data',
    lead: 'You can check everything: all of the code is open source, and this site runs it.',
    points: {
      gap: {
        title: 'Gaps are reported',
        text: 'Every event carries a sequence number. If events are lost, you get the missing range and the call that fills it.',
        proof: 'The frame of the stream; rest is the call that fills the gap',
      },
      final: {
        title: 'Bars are marked as final',
        text: 'Only the running bar is marked as not final. The history under a back-test does not change.',
        proof: 'The running day of BTCUSD, as answered at {time} UTC',
      },
      refusal: {
        title: 'A refusal says why',
        text: 'Each error has a name, a sentence in your language and a next step.',
        proof: 'The answer to the demo key for MSFT at {time} UTC',
      },
      own: {
        title: 'Run it yourself',
        text: 'One command installs the site, the gateway, billing and stores on your own machine, with embedded databases or with yours.',
      },
    },
  },
  app: {
    no: 'App info',
    title: 'From the first call to the last tick, in the tools you already use',
    lead: 'REST for history, WebSocket for live data, a chart for both. JSON and CSV everywhere.',
    stream: {
      title: 'Stream',
      text: 'Ticks, quotes, depth and running bars on one socket; resume where you left off.',
    },
    chart: {
      title: 'Chart',
      text: 'Not a picture: {indicators, number} indicators, {drawings, number} drawing tools and replay, on the bars that you get by API.',
      picture: '{code}, daily bars of this installation',
    },
    formats: {
      title: 'JSON and CSV',
      text: 'The same call, the same limits: add format=csv and open it in a sheet.',
    },
  },
  achievement: {
    no: 'Achievement',
    title: 'Figures, each with its origin',
    examples: { users: '18,000+', rows: '1 trillion+', bytes: '2 PB', messages: '70 million' },
    counted: { users: 'accounts', rows: 'rows of data', bytes: 'stored', messages: 'messages a second, at the peak' },
    kinds: { example: 'example', claimed: 'by the operator', measured: 'measured' },
    users: 'users',
    rows: 'rows of data',
    bytes: 'of raw data',
    messages: 'messages a second, across the network',
    measured: 'Measured here',
    what: 'What',
    how: 'How',
    here: 'Here',
    instruments: 'Instruments in the catalogue',
    instrumentsHow: 'counted in our own tables',
    bars: 'Bars in store',
    barsHow: 'counted in the history store',
    latency: {
      measured: 'Answer times',
      how: 'How',
      data_call: 'REST answers',
      symbol_search: 'Symbol search',
      delivery: 'Event to sockets',
      scale: '0 to {max} ms',
      lastMinute: '{count, plural, one {{shown} request} other {{shown} requests}} in the last minute, at the gateway',
      lastMinuteEvents:
        '{count, plural, one {{shown} batch} other {{shown} batches}} of events in the last minute, from the tape to the sockets',
    },
    origins: {
      example: 'The examples are of the sandbox and say nothing about this installation.',
      claimed: 'The figures by the operator are for the whole network.',
      measured: 'Measured figures were read at {time} UTC.',
    },
    unknown: 'not measured yet',
  },
  pricing: {
    no: 'Pricing',
    title: 'Start free. Pay for speed and breadth.',
    lead: 'Prices in USDT a month on the integrated market. New users: {percent}% off the first order.',
    all: 'Compare all plans and markets',
  },
  questions: {
    no: 'Questions',
    title: 'Questions before the first call',
    items: {
      key: {
        q: 'What can I do without an account?',
        a: 'The public demo key answers for AAPL, 700, EURUSD, BTCUSD, SPX, ES and SPY over REST and stream. Everything else needs a free key.',
      },
      pay: {
        q: 'How do I pay?',
        a: 'In USDT on {networks}. A plan is active once the transfer is final, typically 3 to 15 minutes after you sent it.',
      },
      formats: {
        q: 'Which formats are supported?',
        a: 'JSON, CSV and newline-delimited JSON over REST, Parquet and Arrow for bars, trades and best quotes, JSON over WebSocket, and the UDF protocol for charting libraries.',
      },
      leak: {
        q: 'My key leaked. What now?',
        a: 'Reset or revoke it yourself in the dashboard at once; the old one stops within a second. Then write to us if you need help.',
      },
    },
    more: 'All questions',
  },
} as const

export default home
