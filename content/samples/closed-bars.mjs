import { Tapewire } from '@tapewire/client'

const tapewire = new Tapewire({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })
const { data } = await tapewire.rest.kline({ class: 'crypto', code: 'BTCUSD', interval: '1m', limit: 5 })

const closed = data.filter((bar) => bar.final !== false)
const running = data.find((bar) => bar.final === false)
console.log(`${closed.length} closed, ${running ? 'one' : 'none'} still running`)
