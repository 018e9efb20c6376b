const blog = {
  meta: {
    title: 'Blog',
    description:
      'How market data really behaves, and how to write programs that do not fall for it. From the people who run this service.',
    keywords: 'market data blog, OHLCV, WebSocket, adjusted prices, rate limits',
  },
  lead: 'How market data really behaves, and how to write programs that do not fall for it.',
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
