import { Client } from '@market-data/client'

const market = new Client({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })
const from = Date.now() - 3 * 24 * 3_600_000
const wanted = { class: 'crypto', code: 'BTCUSD', interval: '1h', from, limit: 50 }

const bars = []
for await (const bar of market.rest.rows('kline', wanted)) bars.push(bar)
console.log(`${bars.length} bars`)
