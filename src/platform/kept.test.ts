import { expect, test } from 'vitest'
import { KeptValue } from './kept.ts'

test('a kept value is found by its name, and dropping a replaced value does not remove the current value', () => {
  const ctx = { kept: new Map<string, unknown>() }
  const [ours, twin] = [new KeptValue<{ n: number }>('cache'), new KeptValue<{ n: number }>('cache')]
  const [first, second] = [{ n: 1 }, { n: 2 }]
  ours.set(ctx, first)
  expect(twin.of({ ...ctx })).toBe(first)
  ours.set(ctx, second)
  ours.drop(ctx, first)
  expect(ours.of(ctx)).toBe(second)
  ours.drop(ctx, second)
  expect(ours.of(ctx)).toBeUndefined()
})
