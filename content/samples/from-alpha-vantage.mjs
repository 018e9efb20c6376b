// Returns the answers of /query with function=TIME_SERIES_DAILY and GLOBAL_QUOTE.
const api = 'http://localhost:3001'
const token = 'tw_demo_public'

async function get(path, query) {
  const response = await fetch(`${api}${path}?${new URLSearchParams(query)}`, { headers: { token } })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.error}: ${answer.msg}`)
  return answer.data
}

async function daily(symbol, outputsize = 'compact') {
  const limit = outputsize === 'full' ? 5000 : 100
  const bars = await get('/stock/kline', { region: 'US', code: symbol, interval: '1d', limit })
  const series = bars
    .toReversed()
    .map(({ t, o, h, l, c, v }) => [
      new Date(t).toISOString().slice(0, 10),
      { '1. open': `${o}`, '2. high': `${h}`, '3. low': `${l}`, '4. close': `${c}`, '5. volume': `${v}` },
    ])
  return { 'Meta Data': { '2. Symbol': symbol }, 'Time Series (Daily)': Object.fromEntries(series) }
}

async function globalQuote(symbol) {
  const { s, o, h, l, ld, v, p, ch, chp } = await get('/stock/quote', { region: 'US', code: symbol })
  return {
    ...{ '01. symbol': s, '02. open': `${o}`, '03. high': `${h}`, '04. low': `${l}`, '05. price': `${ld}` },
    ...{ '06. volume': `${v}`, '08. previous close': `${p}`, '09. change': `${ch}`, '10. change percent': `${chp}%` },
  }
}

const series = (await daily('AAPL'))['Time Series (Daily)']
console.log(Object.keys(series).length, 'days', Object.entries(series)[0])
console.log(await globalQuote('AAPL'))
