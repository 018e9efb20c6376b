import { expect, test } from 'vitest'
import { ManualClock } from './clock.ts'
import { logTo } from './log/log.ts'
import { Bell, each, every, retrying } from './loop.ts'
import { cryptoRandom } from './random.ts'

function world() {
  const lines: string[] = []
  const log = logTo(({ message, fields }) => lines.push(`${message}: ${(fields.cause as Error).message}`), 'warn')
  const clock = new ManualClock()
  /** Advances the clock after the started work has begun to sleep. */
  const pass = async (ms: number) => {
    await new Promise(setImmediate)
    await clock.advance(ms)
  }
  return { clock, log, random: cryptoRandom, lines, pass }
}

test('a background loop continues after a failure and logs a lasting failure once a minute', async () => {
  const ctx = world()
  let runs = 0
  const loop = every(ctx, { everyMs: 1_000, failed: 'no luck' }, async () => {
    runs += 1
    throw new Error(`run ${runs}`)
  })
  await ctx.pass(59_000)
  expect(runs).toBe(60)
  expect(ctx.lines).toEqual(['no luck: run 1'])
  await ctx.pass(2_000)
  expect(ctx.lines).toEqual(['no luck: run 1', 'no luck: run 61'])
  await loop[Symbol.asyncDispose]()
  await ctx.pass(5_000)
  expect(runs).toBe(62)
})

test('a failure of one item of a round is logged and does not hold up the other items', async () => {
  const ctx = world()
  const seen: number[] = []
  const done = await each(ctx, [1, 2, 3, 4], { failed: 'no luck', fieldsOf: (item) => ({ item }) }, async (item) => {
    seen.push(item)
    if (item === 2) throw new Error('item 2')
    return item !== 4
  })
  expect([done, seen, ctx.lines]).toEqual([2, [1, 2, 3, 4], ['no luck: item 2']])
})

test('disposing a background loop aborts its current run, waits for the end of that run, and logs nothing', async () => {
  const ctx = world()
  let hasEnded = false
  const loop = every(ctx, { everyMs: 1_000, failed: 'no luck', waitFirst: true }, async (signal) => {
    try {
      await ctx.clock.sleep(60_000, signal)
    } finally {
      await new Promise(setImmediate)
      hasEnded = true
    }
  })
  await ctx.pass(1_500)
  await loop[Symbol.asyncDispose]()
  expect([hasEnded, ctx.lines]).toEqual([true, []])
})

test('failed work is retried after growing pauses until it succeeds', async () => {
  const ctx = world()
  const triedAt: number[] = []
  const began = ctx.clock.now()
  const signal = new AbortController().signal
  const done = retrying(ctx, { signal, firstMs: 1_000, maxMs: 4_000, failed: 'no luck' }, async () => {
    triedAt.push(ctx.clock.now() - began)
    if (triedAt.length < 6) throw new Error('away')
    return 'done'
  })
  await ctx.pass(20_000)
  expect(await done).toBe('done')
  const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0))
  for (const [index, most] of [1_000, 2_000, 4_000, 4_000, 4_000].entries()) {
    expect(pauses[index]).toBeGreaterThan(most * 0.8)
    expect(pauses[index]).toBeLessThanOrEqual(most)
  }
  expect(ctx.lines).toEqual(['no luck: away'])
})

test('a retry after a long attempt waits for the shortest pause, and aborted retries fail with the error of the last attempt', async () => {
  const ctx = { ...world(), random: { ...cryptoRandom, int: () => 0 } }
  const stop = new AbortController()
  let tries = 0
  const work = retrying(ctx, { signal: stop.signal, firstMs: 100, maxMs: 1_000, failed: 'no luck' }, async () => {
    tries += 1
    await ctx.clock.sleep(tries === 4 ? 1_000 : 0)
    throw new Error(`try ${tries}`)
  })
  await ctx.pass(700)
  expect(tries).toBe(4)
  await ctx.pass(1_100)
  expect(tries).toBe(5)
  stop.abort()
  await expect(work).rejects.toThrow('try 5')
})

test('a Bell that is rung ends the current or the next wait, and two rings before a wait end only that wait', async () => {
  const { clock, pass } = world()
  const bell = new Bell()
  const { signal } = new AbortController()
  const waiting = bell.wait(clock, 1_000, signal)
  bell.ring()
  expect(await waiting).toBe(true)
  bell.ring()
  bell.ring()
  expect(await bell.wait(clock, 1_000, signal)).toBe(true)
  const quiet = bell.wait(clock, 1_000, signal)
  await pass(1_000)
  expect(await quiet).toBe(false)
  expect(await bell.wait(clock, 1_000, AbortSignal.abort())).toBe(false)
})
