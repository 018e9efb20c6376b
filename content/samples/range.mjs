const url = new URL('http://localhost:3001/crypto/kline')
url.search = new URLSearchParams({
  region: 'BA',
  code: 'BTCUSD',
  interval: '1h',
  from: String(Date.now() - 3 * 24 * 3_600_000),
  limit: '50',
})

let bars = 0
for (;;) {
  const answer = await fetch(url, { headers: { token: 'tw_demo_public' } })
  const { code, msg, data, nextCursor } = await answer.json()
  if (code !== 0) throw new Error(msg)
  bars += data.length
  if (!nextCursor) break
  url.searchParams.set('cursor', nextCursor)
}
console.log(`${bars} bars`)
