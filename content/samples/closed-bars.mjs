const url = 'http://localhost:3001/crypto/kline?region=BA&code=BTCUSD&interval=1m&limit=5'
const { data } = await (await fetch(url, { headers: { token: 'tw_demo_public' } })).json()

const closed = data.filter((bar) => bar.final !== false)
const running = data.find((bar) => bar.final === false)
console.log(`${closed.length} closed, ${running ? 'one' : 'none'} still running`)
