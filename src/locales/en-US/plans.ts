const plans = {
  name: '{market} · {tier}',
  integrated: 'Integrated',
  stocks: 'Stocks {place}',
  funds: 'Funds {place}',
  futures: 'Futures {place}',
  europe: 'Europe',
  asiaPacific: 'Asia-Pacific',
  global: 'worldwide',
  types: { integrated: 'Integrated', region: 'Stock', fund: 'Fund', future: 'Future' },
  tiers: {
    free: 'Free',
    base: 'Base',
    professional: 'Professional',
    premium: 'Premium',
    enterprise: 'Enterprise',
  },
  periods: { month: 'Monthly', quarter: 'Quarterly', 'half-year': 'Half-yearly', year: 'Yearly' },
  features: {
    'end-of-day': 'End-of-day data',
    historical: 'Historical data',
    'full-coverage': '100% market coverage',
    reference: 'Reference data',
    fundamentals: 'Fundamentals',
    'corporate-actions': 'Corporate actions',
    indicators: 'Technical indicators',
    websocket: 'WebSocket',
  },
} as const

export default plans
