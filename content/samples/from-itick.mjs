// Only the two addresses differ from iTick's https://api.itick.org and wss://api.itick.org.
const api = 'http://localhost:3001'
const token = 'tw_demo_public'

async function get(path) {
  const answer = await (await fetch(api + path, { headers: { accept: 'application/json', token } })).json()
  if (answer.code !== 0) throw new Error(answer.msg)
  return answer.data
}

const bars = await get('/stock/kline?region=US&code=AAPL&kType=8&limit=5')
const quote = await get('/crypto/quote?region=BA&code=BTCUSD')
console.log(`${bars.length} bars, BTCUSD ${quote.ld}`)

const socket = new WebSocket(`${api.replace(/^http/, 'ws')}/crypto?token=${token}`)
socket.onopen = () => socket.send(JSON.stringify({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick,quote' }))
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.data?.type) console.log(message.data.type, message.data.s, message.data.ld)
}
