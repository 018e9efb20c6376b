import { Client } from '@market-data/client'

const market = new Client({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })

const { data } = await market.rest.kline({ class: 'stock', region: 'US', code: 'AAPL', interval: '1d', limit: 3 })
for (const bar of data) console.log(new Date(bar.t).toISOString(), bar.c, bar.final === false ? 'running' : 'final')
