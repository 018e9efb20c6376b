import { Board } from '#src/gateway/board.ts'
import { RestServer } from '#src/gateway/rest/server.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars, readCoverage } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { inTurns, onBenchPlatform, openGateway, timings } from './bench-platform.ts'
import { serveByFastify } from './fastify.ts'
import { load } from './load.ts'
import { type Bars, duckdbBars, postgresBars } from './peers/bar-stores.ts'
import { serveByGo } from './peers/go-server.ts'
import { serve } from './serve.ts'

const stored: Bars = { instruments: 40, minutes: 500_000, begin: 1_640_995_200_000 }

/**
 * Compares responses from the gateway's memory (`hot`) with a bare server that sends the same bytes, and responses from
 * the store with the raw query, on a table of 20 million rows.
 */
export const bench: Bench = {
  about: 'data REST, hot and from a store of 20 million minutes',
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      await fill(ctx)
      const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
      if (!instrument) throw new Error('AAPL')
      await store(ctx, report, instrument)
      await hot(ctx, report, instrument)
      await packed(ctx, report, instrument)
    }),
}

async function fill(ctx: Platform): Promise<void> {
  for (let id = 1; id <= stored.instruments; id += 1) {
    await ctx.clickhouse.command(
      `INSERT INTO bars SELECT ${id}, 1, toInt64(${stored.begin}) + number * 60000, 100 + (number % 97) / 100, 101 + (number % 89) / 100, 99 + (number % 83) / 100,
         100 + (number % 79) / 100, number % 1000, 0, 0, 5001700000000000 FROM numbers(${stored.minutes})`,
    )
  }
}

async function store(ctx: Platform, report: Report, instrument: Instrument): Promise<void> {
  const coverage = await readCoverage(ctx, instrument.id)
  const last = stored.begin + stored.minutes * 60_000
  const at = (run: number) => last - (run % 50) * 7_000 * 60_000
  const { raw, ours } = await inTurns(60, {
    raw: (run) =>
      ctx.clickhouse.text(
        `SELECT time, open, high, low, close, volume, turnover, source FROM bars WHERE instrument = {i:UInt32} AND interval = 1 AND time <= {to:Int64} ORDER BY time DESC LIMIT 500`,
        'JSONCompactColumns',
        { i: instrument.id, to: at(run) },
      ),
    ours: (run) => readBars(ctx, { instrument, interval: '1m', to: at(run), limit: 500, order: 'newest', coverage }),
  })
  const baseline = { what: 'the raw query', value: quantiles(raw).p50 }
  report.row({
    id: 'barsStore',
    what: '500 bars from the store, p50',
    value: quantiles(ours).p50,
    unit: 'ms',
    baseline,
    goal: { ratioAtMost: 1.1 },
  })
  report.row({ what: '500 bars from the store, p50', value: quantiles(ours).p50, unit: 'ms', goal: { atMost: 8 } })
  await besideOtherStores(ctx, report, instrument.id, {
    ours: (to) => readBars(ctx, { instrument, interval: '1m', to, limit: 500, order: 'newest', coverage }),
    at,
  })
  const hours = await timings(20, (run) =>
    readBars(ctx, { instrument, interval: '1h', to: at(run), limit: 1_000, order: 'newest', coverage }),
  )
  report.row({
    what: `1,000 hours built from minutes (${exchangeOf(ctx, instrument).timeZone})`,
    value: quantiles(hours).p50,
    unit: 'ms',
    goal: { atMost: 60 },
  })
}

/** Compares reads of the same 500 bars from other stores that a user might choose instead of the product. */
async function besideOtherStores(
  ctx: Platform,
  report: Report,
  instrument: number,
  { ours, at }: { ours: (to: number) => Promise<unknown>; at: (run: number) => number },
): Promise<void> {
  await using duckdb = await duckdbBars(stored)
  await using postgres = await postgresBars(ctx, stored)
  const stores = [
    ['barsDuckdb', 'DuckDB over a Parquet file', duckdb],
    ['barsPostgres', 'PostgreSQL with an index of time', postgres],
  ] as const
  for (const [id, what, store] of stores) {
    if (!store) {
      report.note(`${what}: not fetched, so not compared`)
      continue
    }
    const count = (await store.read(instrument, at(0), 500)).length
    if (count !== 500) throw new Error(`${what} answered with ${count} bars`)
    const times = await inTurns(60, {
      peer: (run) => store.read(instrument, at(run), 500),
      ours: (run) => ours(at(run)),
    })
    report.row({
      id,
      what: '500 bars from the store, p50',
      value: quantiles(times.ours).p50,
      unit: 'ms',
      baseline: { what, value: quantiles(times.peer).p50 },
    })
  }
}

async function hot(ctx: Platform, report: Report, instrument: Instrument): Promise<void> {
  const { secret } = await keyOnPlan(ctx, 'integrated-enterprise')
  await using _cache = await openKeyCache(ctx)
  const board = new Board()
  const now = ctx.clock.now()
  const key = `stock:AAPL$US`
  board.apply({
    offset: '1-1',
    at: now,
    lane: key,
    seq: 1,
    event: {
      type: 'quote',
      key,
      time: now,
      previousClose: 99,
      open: 99,
      high: 101,
      low: 98,
      last: 100,
      volume: 5,
      turnover: 500,
      tradingStatus: 0,
      change: 1,
      changePercent: 1.0101,
      source: 'simulated',
    },
  })
  board.apply({
    offset: '1-2',
    at: now,
    lane: key,
    seq: 1,
    event: { type: 'tick', key, time: now, price: 100, volume: 1, side: 1, session: 0, source: 'simulated' },
  })
  await using meter = new UsageMeter(ctx)
  await using rest = await RestServer.open(ctx, { board, lateBoard: async () => board, newest: () => new Map() }, meter)
  const listing = `region=${instrument.region}&code=${instrument.code}`
  const calls = [
    ['klineServer', 'kline of 100 bars', `/stock/kline?${listing}&kType=1&limit=100`],
    ['kline500', 'kline of 500 bars', `/stock/kline?${listing}&kType=1&limit=500`],
    ['quoteServer', 'quote', `/stock/quote?${listing}`],
    ['tickServer', 'tick', `/stock/tick?${listing}`],
  ] as const
  for (const [id, what, path] of calls) {
    await using server = await serve((incoming, outgoing) => rest.handle(incoming, outgoing))
    const bytes = await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { token: secret } })).text()
    await using bare = await serve((_, outgoing) => {
      outgoing.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(bytes),
      })
      outgoing.end(bytes)
    })
    const baseline = await load({ port: bare.port, path })
    const ours = await load({ port: server.port, path, header: `token: ${secret}` })
    report.row({
      id,
      what: `${what}, hot`,
      value: ours.perSecond,
      unit: '/s',
      baseline: { what: 'a bare node:http server', value: baseline.perSecond },
      goal: { ratioAtLeast: id === 'klineServer' ? 0.75 : 0.5 },
    })
    if (id === 'klineServer') {
      await using fastify = await serveByFastify(bytes)
      await using go = await serveByGo(bytes)
      const peers = [
        ['klineFastify', 'Fastify', fastify],
        ['klineGo', 'net/http of Go', go],
      ] as const
      for (const [id, peer, running] of peers) {
        if (!running) {
          report.note(`${peer}: not fetched, so not compared`)
          continue
        }
        const value = (await load({ port: running.port, path })).perSecond
        report.row({ id, what: `${what}, hot`, value: ours.perSecond, unit: '/s', baseline: { what: peer, value } })
      }
      const eased = await load({
        port: server.port,
        path,
        header: `token: ${secret}`,
        perSecond: Math.round(ours.perSecond * 0.7),
      })
      report.row({
        id: 'klineDelay',
        what: `${what}, p99 at 70 % load`,
        value: eased.p99,
        unit: 'ms',
        goal: { atMost: 15 },
      })
    }
  }
}

/** Compares a page of 5,000 stored bars as Parquet with the same page as JSON. */
async function packed(ctx: Platform, report: Report, { region, code }: Instrument): Promise<void> {
  await using gateway = await openGateway(ctx)
  const last = stored.begin + stored.minutes * 60_000
  const page = (format: 'json' | 'parquet') => async (at: number) => {
    const path = `/stock/kline?region=${region}&code=${code}&kType=1&limit=5000&to=${last - at * 2_500 * 60_000}&format=${format}`
    const answer = await fetch(gateway.url + path, { headers: { token: gateway.token } })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  const times = await inTurns(60, { json: page('json'), parquet: page('parquet') })
  report.row({
    id: 'barsParquet',
    what: '5,000 bars as Parquet, p50',
    value: quantiles(times.parquet).p50,
    unit: 'ms',
    baseline: { what: 'JSON', value: quantiles(times.json).p50 },
    goal: { ratioAtMost: 1.5 },
  })
}
