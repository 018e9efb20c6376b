const coverage = {
  meta: {
    title: 'What is stored here, and since when',
    description:
      'History and live data by class and exchange: the first day of daily bars, intraday bars and trades, delay, and whether data is coming in now.',
    keywords: 'market data coverage, historical data start, exchanges covered, tick history, data delay',
  },
  lead: 'Every class and exchange with the day its history begins, counted in our own tables, and whether data is coming in now.',
  figures: {
    instruments: 'Instruments with history',
    exchanges: 'Exchanges',
    since: 'Oldest data',
    countedAt: 'Counted at',
  },
  none: 'Not counted yet',
  noneText: 'The stored bars are counted for the first time within minutes of the start.',
  failed: 'What is stored could not be read just now.',
  table: {
    exchange: 'Exchange',
    instruments: 'Instruments',
    days: 'Days since',
    intraday: 'Intraday since',
    ticks: 'Trades since',
    state: 'Live',
  },
  of: 'of {all}',
  from: 'from {interval}',
  until: 'until {day}',
  everywhere: 'Worldwide',
  states: { live: 'Live', closed: 'Closed', silent: 'No data now', stored: 'History only' },
  delays: {
    none: 'No delay on any plan.',
    of: '{tiers}: {delay}',
    and: ', ',
    live: 'no delay',
    minutes: '{count, plural, one {# minute late} other {# minutes late}}',
  },
  more: 'More about {name}',
  others:
    '{count, plural, one {# more exchange is listed of which nothing is stored yet.} other {# more exchanges are listed of which nothing is stored yet.}}',
  alone:
    '{count, plural, one {# exchange is listed; nothing of it is stored yet.} other {# exchanges are listed; nothing of them is stored yet.}}',
  notes: {
    title: 'How to read it',
    days: 'Days since: the first day with bars of any interval. Weeks, months and longer bars are built from days, and days from finer bars.',
    intraday:
      'Intraday since: the first bar of the finest stored interval, which is named below it. Longer ones are built from it.',
    ticks: 'Trades since: the oldest recorded trade. A plan may reach back less far than what is stored.',
    delay: 'Delay: of the plans of the integrated market.',
    live: 'Live: an event came within the last three minutes. No data now: the market is open, and none came. Each exchange shows the oldest first day among its instruments; a single one may begin later.',
  },
  api: 'The same by API: /coverage',
} as const

export default coverage
