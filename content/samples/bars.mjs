const url = new URL('http://localhost:3001/stock/kline')
url.search = new URLSearchParams({ region: 'US', code: 'AAPL', kType: '8', limit: '3' })

const answer = await fetch(url, { headers: { token: 'tw_demo_public' } })
const { code, msg, data } = await answer.json()
if (code !== 0) throw new Error(msg)
for (const bar of data) console.log(new Date(bar.t).toISOString(), bar.c, bar.final === false ? 'running' : 'final')
