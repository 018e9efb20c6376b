import { Tapewire } from '@tapewire/client'

const tapewire = new Tapewire({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })

tapewire.stream.on('tick', (tick) => console.log(tick.symbol, tick.ld))
tapewire.stream.on('gap', (gap) => console.log('missing', gap.from, gap.to, gap.rest))
tapewire.stream.subscribe(['crypto:BTCUSD$BA'], ['tick'])
