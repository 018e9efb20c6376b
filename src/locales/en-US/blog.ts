const blog = {
  meta: {
    title: 'Blog',
    description: 'News of the service, and notes on working with its data. From the people who run it.',
    keywords: 'market data blog, OHLCV, WebSocket, adjusted prices, rate limits',
  },
  lead: 'News of the service, and notes on working with its data.',
  none: 'No articles yet',
  noneText: 'What has changed in the service is in the <changelog>changelog</changelog>.',
  minutes: '{minutes, number} min read',
  feed: 'RSS feed',
  all: 'All articles',
  more: 'Read on',
  sample: 'Sample',
  others: 'More articles',
} as const

export default blog
