const intervals = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '2h': '2 hours',
  '4h': '4 hours',
  '1d': '1 day',
  '1w': '1 week',
  '1M': '1 month',
  '3m': '3 minutes',
  '10m': '10 minutes',
  '45m': '45 minutes',
  '3h': '3 hours',
  '6h': '6 hours',
  '8h': '8 hours',
  '12h': '12 hours',
  '3d': '3 days',
  '1Q': '1 quarter',
  '1y': '1 year',
} as const

export default intervals
