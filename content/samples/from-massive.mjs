// Returns the answer of /v2/aggs/ticker/{ticker}/range/{multiplier}/{timespan}/{from}/{to}, so that callers need no
// change.
const api = 'http://localhost:3001'
const token = 'tw_demo_public'

const units = { minute: 'm', hour: 'h', day: 'd', week: 'w', month: 'M', quarter: 'Q', year: 'y' }
const classes = { 'X:': 'crypto', 'C:': 'forex', 'I:': 'indices' }

async function aggregates({ ticker, multiplier, timespan, from, to, adjusted = true }) {
  const prefix = ticker.slice(0, 2)
  const isIntraday = timespan === 'minute' || timespan === 'hour'
  const end = isIntraday && /^\d{4}-\d\d-\d\d$/.test(to) ? `${to}T23:59:59Z` : to
  const assetClass = classes[prefix] ?? 'stock'
  const query = new URLSearchParams({ code: classes[prefix] ? ticker.slice(2) : ticker, from, limit: 5000 })
  query.set('to', end)
  query.set('interval', multiplier + units[timespan])
  if (assetClass === 'stock') {
    query.set('region', 'US')
    query.set('adjust', adjusted ? 'split' : 'none')
  }
  const results = []
  for (;;) {
    const response = await fetch(`${api}/${assetClass}/kline?${query}`, { headers: { token } })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${answer.error}: ${answer.msg}`)
    results.push(...answer.data.map(({ t, o, h, l, c, v }) => ({ t, o, h, l, c, v })))
    if (!answer.nextCursor) return { ticker, adjusted, status: 'OK', resultsCount: results.length, results }
    query.set('cursor', answer.nextCursor)
  }
}

const to = new Date().toISOString().slice(0, 10)
const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
for (const ticker of ['AAPL', 'X:BTCUSD', 'C:EURUSD']) {
  const { resultsCount, results } = await aggregates({ ticker, multiplier: 1, timespan: 'day', from, to })
  console.log(ticker, resultsCount, 'bars', results.at(-1).c)
}
