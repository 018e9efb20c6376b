import { dayMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { inTurns, onBenchPlatform, openGateway } from './bench-platform.ts'

const instruments = 40
const limit = 5_000
const runs = 60

/** Compares a page of 5,000 trades over HTTP with the raw query, in a table of 100 million rows (`--rows`). */
export const bench: Bench = {
  about: 'a page of 5,000 trades',
  run: (report, { rows }) =>
    onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      const each = Math.floor(rows / instruments)
      const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
      if (!instrument) throw new Error('AAPL')
      const last = Math.floor(ctx.clock.now() / dayMs) * dayMs - 3 * dayMs
      await fill(ctx, instrument, { each, last })
      await pages(ctx, report, instrument, { each, last })
    }),
}

type Filled = { each: number; last: number }

/** Fills the table with four trades a second: 100 million rows are a week of 40 instruments. */
async function fill(ctx: Platform, { id }: Instrument, { each, last }: Filled): Promise<void> {
  for (let at = 0; at < instruments; at += 1)
    await ctx.clickhouse.command(
      `INSERT INTO ticks SELECT ${at === 0 ? id : 1_000_000 + at}, ${last} - (${each} - number) * 250, number % 4, 100 + (number % 97) / 100,
         number % 50, 1 + number % 2, 0, 0, 1, 4001700000000000 FROM numbers(${each})`,
    )
}

async function pages(ctx: Platform, report: Report, { id }: Instrument, { each, last }: Filled): Promise<void> {
  await using gateway = await openGateway(ctx)
  const to = (at: number) => last - Math.floor((each * 250 * at) / (3 * runs + 1))
  const { raw, ours } = await inTurns(runs, {
    raw: async (at) => {
      const text = await ctx.clickhouse.text(
        `SELECT time, seq, price, volume, side, source FROM ticks WHERE instrument = {i:UInt32} AND time <= {to:Int64} ORDER BY time DESC, seq DESC LIMIT ${limit}`,
        'JSONCompactColumns',
        { i: id, to: to(at) },
      )
      JSON.parse(text)
    },
    ours: async (at) => {
      const path = `/stock/trades?region=US&code=AAPL&limit=${limit}&to=${to(at)}`
      const response = await fetch(gateway.url + path, { headers: { token: gateway.token } })
      const { data } = (await response.json()) as { data: unknown[] }
      if (data.length !== limit) throw new Error(`a page of ${data.length} trades`)
    },
  })
  const what = `5,000 of ${(each * instruments).toLocaleString('en-US')} trades over HTTP, p50`
  const { p50 } = quantiles(ours)
  report.row({ what, value: p50, unit: 'ms', goal: { atMost: 25 } })
  const baseline = { what: 'the raw query', value: quantiles(raw).p50 }
  report.row({ id: 'tradesStore', what, value: p50, unit: 'ms', baseline, goal: { ratioAtMost: 1.5 } })
}
