import { once } from 'node:events'
import { expect, test } from 'vitest'
import { followedPositions } from '#src/market/sources/followed.ts'
import { systemClock } from '#src/platform/clock.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Following } from './following.ts'
import type { Source } from './source.ts'

const key = 'crypto:BTCUSD$BA'

test('a position that a source sends is stored, even if the connection breaks immediately afterwards', async () => {
  await using platform = await testPlatform()
  const ctx = { ...platform, clock: systemClock }
  const again = Promise.withResolvers<void>()
  let connections = 0
  const source: Source = {
    name: 'broken',
    async *open({ signal }) {
      connections += 1
      if (connections === 1) {
        yield { kind: 'events', key, events: [], position: '7' }
        throw new Error('the connection broke')
      }
      again.resolve()
      await once(signal, 'abort')
    },
  }
  const following = await Following.open(ctx, source, null, { firstMs: 1 })
  await again.promise
  await following[Symbol.asyncDispose]()
  expect(await followedPositions(ctx, 'broken')).toEqual(new Map([[key, '7']]))
})
