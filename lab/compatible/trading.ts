import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketEvent } from '#src/contract/market.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { publishEvents } from '#test/fixtures/stream.ts'

const keys = ['stock:AAPL$US', 'crypto:BTCUSD$BA', 'forex:EURUSD$GB', 'indices:SPX$GB']

/** Makes the instruments of the streams trade until disposed: trades, books and finished minutes. */
export function trading(ctx: TestPlatform): AsyncDisposable {
  let isOver = false
  const round = async (count: number) => {
    await ctx.clock.advance(600)
    const time = ctx.clock.now()
    const levels = [{ price: 100.5, volume: 30, orders: 1 }]
    const prices = { open: 100, high: 102, low: 99, close: 101 }
    for (const key of keys) {
      const events: MarketEvent[] = [
        { type: 'tick', key, time, price: 101, volume: 3, side: 0, session: 0, source: 'simulated' },
        {
          type: 'depth',
          key,
          time,
          bids: levels,
          asks: [{ ...levels[0], price: 101.5, volume: 20, orders: 1 }],
          source: 'simulated',
        },
        {
          ...{ type: 'bar', key, interval: '1m', time: time - (time % 60_000), ...prices, volume: 40 + count },
          ...{ turnover: 4_000 + 100 * count, final: true, source: 'simulated' },
        },
      ]
      await publishEvents(ctx, ...events)
    }
  }
  const rounds = (async () => {
    for (let count = 0; !isOver; count += 1) {
      await round(count)
      await sleep(200)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await rounds
    },
  }
}
