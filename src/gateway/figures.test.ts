import { expect, test } from 'vitest'
import { sharedFigures, shareFigures } from '#src/platform/figures/process-figures.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { GatewayFigures } from './figures.ts'

test('a gateway shares its rates and response times with other processes, and shares nothing after it stops', async () => {
  await using ctx = await testPlatform()
  const counted = { answered: 100, refused: 4, delivered: 1_000, sockets: 2, newest: new Map([['crypto$', 7]]) }
  const sources = new Map([['exchange$crypto', { at: 7, events: 50, lagMs: 3 }]])
  const figures = new GatewayFigures(ctx, () => ({ ...counted, sources: new Map(sources) }))
  await ctx.clock.advance(2_000)
  counted.answered += 30
  counted.delivered += 500
  sources.set('exchange$crypto', { at: 9, events: 70, lagMs: 4 })
  const ofSource = {
    'source:exchange$crypto:at': 9,
    'source:exchange$crypto:rate': 10,
    'source:exchange$crypto:lag': 4,
  }
  const first = { answered: 15, refused: 0, delivered: 250, sockets: 2, 'market:crypto$': 7, ...ofSource }
  expect(figures.read()).toEqual(first)
  ctx.metrics.time('data_call', 12)
  await ctx.clock.advance(1_000)
  const sharing = shareFigures(ctx, figures.read)
  const then = {
    ...first,
    answered: 0,
    delivered: 0,
    'source:exchange$crypto:rate': 0,
    p50: 12,
    p95: 12,
    p99: 12,
    'data_call:count': 1,
  }
  await expect.poll(() => sharedFigures(ctx)).toEqual([then])
  await sharing[Symbol.asyncDispose]()
  expect(await sharedFigures(ctx)).toEqual([])
})
