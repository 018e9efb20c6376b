import { expect, test } from 'vitest'
import { ManualClock } from './clock.ts'
import { follow } from './follow.ts'
import { logTo } from './log/log.ts'
import type { Platform } from './platform.ts'

/** A clock, a log, and the handlers of the channels that `follow` listens to. */
function world() {
  const lines: string[] = []
  const heard = new Map<string, { notify(): void; gap(): void }>()
  const listen: Platform['postgres']['listen'] = async (channel, handler, onGap) => {
    heard.set(channel, { notify: () => handler(null), gap: onGap })
    return { [Symbol.asyncDispose]: async () => void heard.delete(channel) }
  }
  const clock = new ManualClock()
  const pass = async (ms: number) => {
    await new Promise(setImmediate)
    await clock.advance(ms)
    await new Promise(setImmediate)
  }
  const log = logTo(({ message, fields }) => lines.push(`${message}: ${(fields.cause as Error).message}`), 'warn')
  return { clock, log, postgres: { listen } as Platform['postgres'], heard, lines, pass }
}

const followed = { channel: 'news', everyMs: 30_000, failed: 'news could not be read' }

test('work that follows a notification channel runs at the start, on each notification or gap, and at the latest after 30 s', async () => {
  const ctx = world()
  let runs = 0
  const following = await follow(ctx, followed, async () => void runs++)
  await following.first
  expect(runs).toBe(1)
  ctx.heard.get('news')?.notify()
  await ctx.pass(0)
  expect(runs).toBe(2)
  ctx.heard.get('news')?.gap()
  await ctx.pass(0)
  expect(runs).toBe(3)
  await ctx.pass(29_999)
  expect(runs).toBe(3)
  await ctx.pass(1)
  expect(runs).toBe(4)
  following.ring()
  await ctx.pass(0)
  expect(runs).toBe(5)
  await following[Symbol.asyncDispose]()
  expect(ctx.heard.size).toBe(0)
})

test('work that follows a notification channel can set the time until its next run, up to 30 s', async () => {
  const ctx = world()
  const waits = [5_000, 90_000, 30_000]
  const ranAt: number[] = []
  const began = ctx.clock.now()
  await using _following = await follow(ctx, followed, async () => {
    ranAt.push(ctx.clock.now() - began)
    return waits.shift()
  })
  for (let second = 0; second < 40; second++) await ctx.pass(1_000)
  expect(ranAt).toEqual([0, 5_000, 35_000])
})

test('failed work that follows a notification channel is retried after 1 s, and each further failure doubles the wait', async () => {
  const ctx = world()
  const began = ctx.clock.now()
  const ranAt: number[] = []
  await using _following = await follow(ctx, followed, async () => {
    ranAt.push((ctx.clock.now() - began) / 1_000)
    if (ranAt.length !== 8) throw new Error('the store is away')
  })
  for (let second = 0; second < 125; second++) await ctx.pass(1_000)
  expect(ranAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121, 122, 124])
})

test('failures of work that follows a notification channel are logged at most once a minute', async () => {
  const ctx = world()
  let runs = 0
  await using _following = await follow(ctx, { ...followed, everyMs: 500 }, async () => {
    throw new Error(`run ${++runs}`)
  })
  for (let half = 0; half < 121; half++) await ctx.pass(500)
  expect(ctx.lines).toEqual(['news could not be read: run 1', 'news could not be read: run 121'])
})

test('if several notifications arrive while a job runs, the job runs exactly once more', async () => {
  const ctx = world()
  let runs = 0
  let finish = () => {}
  await using _following = await follow(ctx, followed, async () => {
    runs++
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  ctx.heard.get('news')?.notify()
  ctx.heard.get('news')?.notify()
  expect(runs).toBe(1)
  finish()
  await ctx.pass(0)
  expect(runs).toBe(2)
  finish()
  await ctx.pass(0)
  expect(runs).toBe(2)
})
