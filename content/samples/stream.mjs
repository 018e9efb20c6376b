import { Client } from '@market-data/client'

const market = new Client({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })

market.stream.on('tick', (tick) => console.log(tick.symbol, tick.ld))
market.stream.on('gap', (gap) => console.log('missing', gap.from, gap.to, gap.rest))
market.stream.subscribe(['crypto:BTCUSD$BA'], ['tick'])
