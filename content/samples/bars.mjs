import { Tapewire } from '@tapewire/client'

const tapewire = new Tapewire({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })

const { data } = await tapewire.rest.kline({ class: 'stock', region: 'US', code: 'AAPL', interval: '1d', limit: 3 })
for (const bar of data) console.log(new Date(bar.t).toISOString(), bar.c, bar.final === false ? 'running' : 'final')
