import type { Counter } from 'prom-client'
import type { TickEvent } from '#src/contract/market.ts'
import { Publisher } from '#src/feed/publish/publisher.ts'
import { Recorder } from '#src/feed/recorder.ts'
import { widerBarsAt } from '#src/market/bars/bar-time.ts'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { exchangeAmong } from '#src/market/calendar/exchange-of.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { listInstruments } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bench } from './bench.ts'
import { onBenchPlatform } from './bench-platform.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const instruments = 40
const batchTicks = 4_000
/**
 * Ticks that may be published but not yet recorded. Beyond this number the source waits, as the socket of a venue
 * would.
 */
const aheadMax = 150_000

/**
 * Sends ticks through the publisher onto the tape, into minutes and into the store, until the last tick can be read.
 */
export const bench: Bench = {
  about: 'ticks to bars to the store',
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      const keys = await someKeys(ctx)
      const exchange = exchangeAmong(exchanges, { class: 'crypto', exchange: 'CCC', region: 'BA', code: 'BTCUSD' })
      const traded = {
        isRegular: () => true,
        tradingStatus: 0,
        dateOf: (time: number) => time - (time % 86_400_000),
        bucketEnds: (time: number) => widerBarsAt(exchange, time),
      }
      const publisher = new Publisher(ctx, () => traded)
      const recorder = new Recorder(ctx)
      const rows = ctx.metrics.counter('tapewire_recorder_rows_total', '')
      await recorder.start()
      const began = performance.now()
      let published = 0
      while (performance.now() - began < seconds * 1_000) {
        const time = ctx.clock.now()
        const ticks = Array.from(
          { length: batchTicks },
          (_, at): TickEvent => ({
            type: 'tick',
            key: keys[at % keys.length] ?? '',
            time,
            price: 100 + ((at * 7_919) % 997) / 100,
            volume: 1 + (at % 50),
            side: 1,
            session: 0,
            source: 'simulated',
          }),
        )
        await publisher.publish(ticks)
        await publisher.sweep(time)
        published += ticks.length
        while (published - (await recorded(rows)) > aheadMax) await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await recorder.drain()
      const elapsedSeconds = (performance.now() - began) / 1_000
      await recorder[Symbol.asyncDispose]()
      const [stored] = await ctx.clickhouse.query<{ n: string }>('SELECT count() AS n FROM ticks FINAL')
      if (Number(stored?.n) !== published) throw new Error(`${published} ticks were published, ${stored?.n} are stored`)
      report.row({
        id: 'ticksStored',
        what: `${published.toLocaleString('en-US')} ticks published, built into minutes and stored`,
        value: published / elapsedSeconds,
        unit: 'ticks/s',
        goal: { atLeast: 800_000 },
      })
    }),
}

async function recorded(rows: Counter): Promise<number> {
  return (await rows.get()).values[0]?.value ?? 0
}

async function someKeys(ctx: Platform): Promise<string[]> {
  const keys: string[] = []
  for await (const page of listInstruments(ctx, { class: 'stock' })) keys.push(...page.map(keyOf))
  return keys.slice(0, instruments)
}
