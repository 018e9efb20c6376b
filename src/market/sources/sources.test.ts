import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { sourceFigures } from './source-figures.ts'
import { readSources } from './sources.ts'

test('a source of indices is silent after three minutes without events in New York hours, and closed after those hours', async () => {
  await using ctx = await testPlatform({ now: '2026-07-07T15:00:00Z' })
  const state = async () => {
    const at = ctx.clock.now() - 4 * minuteMs
    const seen = { ...sourceFigures('exchange$indices', { at, rate: 1, lagMs: 5 }), 'market:indices$': at }
    await writeFigures(ctx, 'b3a1c7de-0000-4000-8000-000000000000', seen)
    return (await readSources(ctx, { kind: 'operator-cli' })).sources.map((one) => one.state)
  }
  expect(await state()).toEqual(['silent'])
  await ctx.clock.advance(6 * hourMs)
  expect(await state()).toEqual(['closed'])
})
