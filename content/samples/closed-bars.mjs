import { Client } from '@market-data/client'

const market = new Client({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })
const { data } = await market.rest.kline({ class: 'crypto', code: 'BTCUSD', interval: '1m', limit: 5 })

const closed = data.filter((bar) => bar.final !== false)
const running = data.find((bar) => bar.final === false)
console.log(`${closed.length} closed, ${running ? 'one' : 'none'} still running`)
