import type { TickEvent } from '#src/contract/market.ts'
import { Recorder } from '#src/feed/recorder.ts'
import { Board } from '#src/gateway/board.ts'
import { RestServer } from '#src/gateway/rest/server.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars, readCoverage } from '#src/market/history/history.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument, listInstruments } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Measured } from '#src/site/content/scale/measured.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { onBenchPlatform } from '../bench-platform.ts'
import { load } from '../load.ts'
import { serve } from '../serve.ts'
import { spent } from './spent.ts'

const instruments = 40
const round = 20_000
const rounds = 40
const minutesEach = 250_000
const queries = 200
const hotSeconds = 4

/** Measures writing and reading history. The embedded engine gets the same statements and data formats as a server. */
export async function measureHistory(): Promise<Pick<Measured, 'record' | 'query'>> {
  const found: Partial<Pick<Measured, 'record' | 'query'>> = {}
  await onBenchPlatform(async (ctx) => {
    await installCatalogue(ctx)
    found.record = await measureRecorder(ctx)
    found.query = { history: await measureBars(ctx), hot: await measureQuotes(ctx) }
  })
  const { record, query } = found
  if (!record || !query) throw new Error('nothing was measured')
  return { record, query }
}

async function measureRecorder(ctx: Platform): Promise<Measured['record']> {
  const keys: string[] = []
  for await (const page of listInstruments(ctx, { class: 'stock' })) keys.push(...page.map(keyOf))
  const recorder = new Recorder(ctx)
  await recorder.start()
  let seconds = 0
  const begin = ctx.clock.now()
  for (let n = 0; n < rounds; n += 1) {
    await ctx.tape.append('stock', ticksOf(keys.slice(0, instruments), begin + n * 1_000, n))
    // The first rounds are not counted, because they compile code and open files.
    const { ours } = await spent(() => recorder.drain())
    if (n >= rounds / 4) seconds += ours
  }
  await recorder[Symbol.asyncDispose]()
  await ctx.clickhouse.command('OPTIMIZE TABLE ticks FINAL')
  const [stored] = await ctx.clickhouse.query<{ rows: string; bytes: string }>(
    "SELECT sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = 'ticks' AND database = currentDatabase()",
  )
  const rows = Number(stored?.rows)
  if (rows !== round * rounds) throw new Error(`${round * rounds} ticks were recorded, ${rows} are stored`)
  return { rows: ((rounds * 3) / 4) * (round / seconds), bytes: Number(stored?.bytes) / rows }
}

/** Prices move by a cent and volumes vary, because a constant series would compress to almost nothing. */
function ticksOf(keys: readonly string[], time: number, n: number): { lane: string; event: TickEvent }[] {
  let state = n + 1
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return Array.from({ length: round }, (_, at) => {
    const key = keys[at % keys.length] ?? ''
    const price = Math.round(10_000 + (at % keys.length) * 500 + 40 * random() + n) / 100
    const [volume, side] = [Math.ceil(1 / (random() + 0.002)), random() < 0.5 ? 1 : 2] as const
    const event = {
      type: 'tick',
      key,
      time: time + Math.floor(at / 25),
      price,
      volume,
      side,
      session: 0,
      source: 'simulated',
    } as const
    return { lane: `${key}:tick`, event }
  })
}

async function measureBars(ctx: Platform): Promise<number> {
  for (let id = 1; id <= instruments; id += 1)
    await ctx.clickhouse.command(
      `INSERT INTO bars SELECT ${id}, 1, toInt64(1640995200000) + number * 60000, 100 + (number % 97) / 100, 101 + (number % 89) / 100,
       99 + (number % 83) / 100, 100 + (number % 79) / 100, number % 1000, 0, 0, 5001700000000000 FROM numbers(${minutesEach})`,
    )
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!instrument) throw new Error('AAPL')
  const coverage = await readCoverage(ctx, instrument.id)
  const readPage = async (n: number) => {
    const to = 1_640_995_200_000 + (minutesEach - (n % 30) * 7_000) * 60_000
    const bars = await readBars(ctx, { instrument, interval: '1m', to, limit: 500, order: 'newest', coverage })
    if (bars.length !== 500) throw new Error(`an answer of ${bars.length} bars`)
  }
  for (let n = 0; n < queries / 4; n += 1) await readPage(n)
  const { ours } = await spent(async () => {
    for (let n = 0; n < queries; n += 1) await readPage(n)
  })
  return queries / ours
}

async function measureQuotes(ctx: Platform): Promise<number> {
  const { secret } = await keyOnPlan(ctx, 'integrated-enterprise')
  await using _cache = await openKeyCache(ctx)
  const board = new Board()
  const now = ctx.clock.now()
  const key = 'stock:AAPL$US'
  const figures = {
    previousClose: 99,
    open: 99,
    high: 101,
    low: 98,
    last: 100,
    volume: 5,
    turnover: 500,
    tradingStatus: 0,
  } as const
  const event = {
    type: 'quote',
    key,
    time: now,
    ...figures,
    change: 1,
    changePercent: 1.0101,
    source: 'simulated',
  } as const
  board.apply({ offset: '1-1', at: now, lane: `${key}:quote`, seq: 1, event })
  await using meter = new UsageMeter(ctx)
  await using rest = await RestServer.open(ctx, { board, lateBoard: async () => board, newest: () => new Map() }, meter)
  await using server = await serve((incoming, outgoing) => rest.handle(incoming, outgoing))
  const options = {
    port: server.port,
    path: '/stock/quote?region=US&code=AAPL',
    header: `token: ${secret}`,
    seconds: hotSeconds,
  }
  await load({ ...options, seconds: 1 })
  let answers = 0
  const { ours } = await spent(async () => {
    answers = (await load(options)).all.length
  })
  // The client does not count the responses of its first half second.
  return (answers * ((hotSeconds + 0.5) / hotSeconds)) / ours
}
