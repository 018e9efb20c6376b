import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TickEvent } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import { keyOnPlan, putOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testRest } from '#test/fixtures/rest.ts'
import { openStream } from '#test/fixtures/stream.ts'
import { openAdmission } from './stream/access/admission.ts'

const now = Date.parse('2026-01-06T15:40:00Z')
const delay = 15 * minuteMs
let ctx: TestPlatform

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  sellWith(ctx, { 'stock-us-base': { delaySeconds: 900, historyDays: 30 } })
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function gateway() {
  const own = { ...ctx, tape: new MemoryTape(ctx.clock) }
  const stack = new AsyncDisposableStack()
  const meter = stack.use(new UsageMeter(own))
  const admission = stack.use(await openAdmission(own, meter))
  const stream = stack.use(await openStream(own, admission))
  const { hub } = stream
  const boards = {
    board: hub.live.board,
    lateBoard: async (ms: number) => (await hub.view(ms)).board,
    newest: () => hub.live.newest,
  }
  const rest = stack.use(await testRest(own, boards))
  const token = (await keyOnPlan(ctx, 'stock-us-base', { expiresAt: now + dayMs })).secret
  return {
    stream,
    tape: own.tape,
    connect: () => stream.connect('/stock', { token }),
    get: async (call: string, query = '') =>
      (await rest.get(`/stock/${call}?region=US&code=AAPL${query}`, { token })).json(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function trade(price: number): TickEvent {
  const key = 'stock:AAPL$US'
  return { type: 'tick', key, time: ctx.clock.now(), price, volume: 1, side: 1, session: 0, source: 'simulated' }
}

test('a plan delayed by 15 minutes gets each trade 15 minutes later, by stream and by REST', async () => {
  await using at = await gateway()
  await at.stream.publish(trade(101))
  const socket = at.connect()
  await socket.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  expect(await at.get('tick')).toMatchObject({ delay: 900, data: null })
  await ctx.clock.advance(delay - 1)
  await at.stream.publish(trade(102))
  expect(await at.get('tick')).toMatchObject({ delay: 900, data: null })
  socket.send({ ac: 'ping', params: '1' })
  expect((await socket.next()).resAc).toBe('pong')
  await ctx.clock.advance(1)
  expect((await socket.next((frame) => frame.data?.type === 'tick')).data.ld).toBe(101)
  expect(await at.get('tick')).toMatchObject({ delay: 900, data: { ld: 101 } })
  await ctx.clock.advance(delay)
  expect((await socket.next((frame) => frame.data?.type === 'tick')).data.ld).toBe(102)
  expect(await at.get('tick')).toMatchObject({ delay: 900, data: { ld: 102 } })
})

test('if the tape cannot be read for the first request on a delayed plan, the next request still gets prices', async () => {
  await using at = await gateway()
  await at.stream.publish(trade(301))
  await ctx.clock.advance(delay)
  const fault = vi.spyOn(at.tape, 'bounds').mockRejectedValueOnce(new Error('the tape is away'))
  expect(await at.get('tick')).toMatchObject({ error: 'server_error' })
  fault.mockRestore()
  expect(await at.get('tick')).toMatchObject({ delay: 900, data: { ld: 301 } })
})

test('the first reader on a delayed plan gets the newest trade that is older than the delay, and then only later trades', async () => {
  await using at = await gateway()
  for (const price of [201, 202, 203]) {
    await at.stream.publish(trade(price))
    await ctx.clock.advance(minuteMs)
  }
  await ctx.clock.advance(delay - 2 * minuteMs)
  const socket = at.connect()
  await socket.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await ctx.clock.advance(2 * minuteMs)
  await socket.next((frame) => frame.data?.ld === 203)
  expect(socket.frames.filter((frame) => frame.data?.type === 'tick').map(({ data }) => data.ld)).toEqual([202, 203])
})

test('bars older than the history of the plan are omitted with a warning, and a range of only older bars is refused', async () => {
  await using at = await gateway()
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const days = ['2025-11-03', '2025-12-01', '2025-12-15', '2026-01-05'].map((day) => Date.parse(day))
  const bar = {
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
    turnover: 0,
    source: 'simulated',
    interval: '1d',
  } as const
  await recordBars(
    ctx,
    days.map((time) => ({ ...bar, time, instrumentId: instrument?.id ?? 0 })),
  )
  const kept = days.slice(2).map((t) => ({ t }))
  expect(await at.get('kline', '&interval=1d')).toMatchObject({ warning: 'history_limit', data: kept })
  const since = await at.get('kline', '&interval=1d&from=20251101')
  expect(since).toMatchObject({ warning: 'history_limit', data: kept })
  expect(await at.get('kline', '&interval=1d&limit=1')).toMatchObject({
    data: kept.slice(1),
    nextCursor: expect.any(String),
  })
  expect(await at.get('kline', '&interval=1d&from=20251220')).not.toHaveProperty('warning')
  expect(await at.get('kline', '&interval=1d&to=20251202')).toMatchObject({ error: 'not_in_plan' })
})

test('after a key changes to a delayed plan, its open socket gets delayed trades instead of live trades', async () => {
  await using at = await gateway()
  const { keyId, secret: token } = await keyOnPlan(ctx, 'stock-us-professional', { expiresAt: now + dayMs })
  const socket = at.stream.connect('/stock', { token })
  await socket.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await at.stream.publish(trade(301))
  expect((await socket.next((frame) => frame.data?.type === 'tick')).data.ld).toBe(301)
  await putOnPlan(ctx, keyId, 'stock-us-base', now + dayMs)
  await at.stream.hub.recheck(() => true)
  await at.stream.publish(trade(302))
  socket.send({ ac: 'ping' })
  await socket.next((frame) => frame.resAc === 'pong')
  expect(socket.frames.some((frame) => frame.data?.ld === 302)).toBe(false)
  await ctx.clock.advance(delay)
  const late = await socket.next((frame) => frame.data?.ld === 302)
  expect(ctx.clock.now() - late.data.t).toBe(delay)
})
