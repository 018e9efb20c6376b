import { expect, test } from 'vitest'
import { createKeyring, newRing } from '#src/platform/data-dir/keyring.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { assertRing, ringLine } from './ring.ts'

test('a ring with the right number and another key is refused, with the way out', async () => {
  await using ctx = await testPlatform()
  await keyOnPlan(ctx, 'stock-us-base')
  await assertRing(ctx)
  expect(await ringLine(ctx)).toBe('key 1')
  const wrong = { ...ctx, keyring: createKeyring(newRing()) }
  await expect(assertRing(wrong)).rejects.toThrow(
    /keyring is not the key ring of this database: its key 1 does not open .* with a higher number, 2:…/,
  )
})

test('a ring without the key of stored secrets starts, and the doctor counts them', async () => {
  await using ctx = await testPlatform()
  await keyOnPlan(ctx, 'stock-us-base')
  const later = { ...ctx, keyring: createKeyring(newRing().replace('1:', '2:')) }
  await assertRing(later)
  await expect(ringLine(later)).rejects.toThrow(/^\d+ secrets need key 1, which is not in the ring/)
})
