// Returns the answer of /time_series: values are texts, rows are newest first, times are local to the exchange.
const api = 'http://localhost:3001'
const token = 'tw_demo_public'

const intervals = { '1day': '1d', '1week': '1w', '1month': '1M' }

async function get(path, query) {
  const response = await fetch(`${api}${path}?${new URLSearchParams(query)}`, { headers: { token } })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.error}: ${answer.msg}`)
  return answer.data
}

async function timeSeries({ symbol, interval, outputsize = 30, type = 'stock', country = 'US' }) {
  const instrument = { code: symbol.replace('/', ''), ...(type === 'stock' ? { region: country } : {}) }
  const { tz, e, cur } = await get('/symbol/info', { ...instrument, type })
  const ours = intervals[interval] ?? interval.replace('min', 'm')
  const bars = await get(`/${type}/kline`, { ...instrument, interval: ours, limit: outputsize })
  const isDaily = interval in intervals
  const text = (t) =>
    new Date(t).toLocaleString('sv-SE', isDaily ? { timeZone: 'UTC', dateStyle: 'short' } : { timeZone: tz })
  const values = bars.toReversed().map(({ t, o, h, l, c, v }) => ({
    datetime: text(t),
    ...{ open: String(o), high: String(h), low: String(l), close: String(c), volume: String(v) },
  }))
  return { meta: { symbol, interval, currency: cur, exchange_timezone: tz, exchange: e, type }, values, status: 'ok' }
}

const apple = await timeSeries({ symbol: 'AAPL', interval: '1day', outputsize: 5 })
console.log(apple.meta.exchange_timezone, apple.values[0])
const euro = await timeSeries({ symbol: 'EUR/USD', interval: '5min', outputsize: 3, type: 'forex' })
console.log(euro.values.length, 'values', euro.values[0].datetime)
