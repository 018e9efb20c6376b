import { expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { upsertInstruments } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { afterFirstRead, withFaults } from '#test/fixtures/store-faults.ts'
import { KnownInstruments } from './known-instruments.ts'

const apple = { name: 'apple', query: { class: 'stock' as const, code: 'AAPL', region: 'US' } }
const unknown = { name: 'unknown', query: { class: 'stock' as const, code: 'NOSUCH', region: 'US' } }

test('if PostgreSQL refuses a read, known instruments stay usable for two seconds and are then read again', async () => {
  await using platform = await testPlatform()
  await installCatalogue(platform)
  const { ctx, faults } = withFaults(platform)
  let name = 'first'
  const known = new KnownInstruments(ctx, ({ code }) => `${code} ${name}`)
  await known.learn([apple, unknown])
  expect([known.recall('apple'), known.recall('unknown'), known.recall('other')]).toEqual([
    'AAPL first',
    null,
    undefined,
  ])

  known.forget()
  name = 'second'
  faults.refuses = () => true
  await known.learn([apple])
  expect(known.recall('apple')).toBe('AAPL first')
  const reads = faults.reads()
  await known.learn([apple])
  expect(faults.reads()).toBe(reads)
  await expect(known.learn([unknown])).rejects.toThrow('postgres refused a read')

  const { changes } = known
  await platform.clock.advance(2_000)
  faults.refuses = () => false
  expect(known.changes).toBe(changes + 1)
  expect(known.recall('apple')).toBeUndefined()
  await known.learn([apple])
  expect(known.recall('apple')).toBe('AAPL second')
})

test('an instrument that is created during its look-up is found', async () => {
  await using platform = await testPlatform()
  await installCatalogue(platform)
  const ctx = afterFirstRead(platform, async () => {
    await upsertInstruments(
      platform,
      [{ class: 'stock', region: 'US', exchange: '', code: 'NOSUCH', name: 'New' }],
      'list',
    )
    known.forget()
  })
  const known = new KnownInstruments(ctx, ({ code }) => code)
  await known.learn([unknown])
  expect(known.recall('unknown')).toBe('NOSUCH')
})
