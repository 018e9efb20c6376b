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
/** Published but unrecorded ticks; beyond this the source waits, like a venue's socket. */
const aheadMax = 100_000

/** Ticks through the publisher onto the tape, into minutes, and into the store, until the last one can be read. */
export const bench: Bench = {
  about: 'ticks to bars to the store',
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      const keys = await someKeys(ctx)
      const exchange = exchangeAmong(exchanges, { class: 'crypto', exchange: 'CCC', region: 'BA', code: 'BTCUSD' })
      const publisher = new Publisher(ctx, () => ({
        decimals: 2,
        dateOf: (time) => time - (time % 86_400_000),
        bucketEnds: (time) => widerBarsAt(exchange, time),
      }))
      const recorder = new Recorder(ctx)
      await recorder.start()
      const began = performance.now()
      let published = 0
      while (performance.now() - began < seconds * 1_000) {
        const time = ctx.clock.now()
        const ticks = Array.from({ length: batchTicks }, (_, at) => ({
          ...{
            type: 'tick' as const,
            key: keys[at % keys.length] ?? '',
            time,
            price: 100 + ((at * 7_919) % 997) / 100,
          },
          ...{ volume: 1 + (at % 50), side: 1 as const, session: 0 as const, source: 'simulated' as const },
        }))
        await publisher.publish(ticks)
        await publisher.sweep(time)
        published += ticks.length
        while (published - (await recorded(ctx)) > aheadMax) await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await recorder.drain()
      const taken = (performance.now() - began) / 1_000
      await recorder[Symbol.asyncDispose]()
      const [stored] = await ctx.clickhouse.query<{ n: string }>('SELECT count() AS n FROM ticks FINAL')
      if (Number(stored?.n) !== published) throw new Error(`${published} ticks were published, ${stored?.n} are stored`)
      report.row({
        what: `${published.toLocaleString('en-US')} ticks published, built into minutes and stored`,
        value: published / taken,
        unit: 'ticks/s',
        goal: { atLeast: 800_000 },
      })
    }),
}

async function recorded(ctx: Platform): Promise<number> {
  return Number(/^tapewire_recorder_rows_total (\d+)/m.exec(await ctx.metrics.text())?.[1] ?? 0)
}

async function someKeys(ctx: Platform): Promise<string[]> {
  const keys: string[] = []
  for await (const page of listInstruments(ctx, { class: 'stock' })) keys.push(...page.map(keyOf))
  return keys.slice(0, instruments)
}
