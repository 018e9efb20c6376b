import { expect, test } from 'vitest'
import { farEnd } from './pitchfork.ts'
import { planOf } from './position.ts'

test('the higher of two clicks is the target of a drawn long position and the stop of a drawn short position', () => {
  for (const clicked of [
    [100, 110, 95],
    [100, 95, 110],
  ] as const) {
    expect(planOf('long', clicked)).toEqual({ target: 110, stop: 95, gain: 10, loss: 5, ratio: 2 })
    expect(planOf('short', clicked)).toEqual({ target: 95, stop: 110, gain: 5, loss: 10, ratio: 0.5 })
  }
})

test('a drawn position has no ratio of gain to loss if its stop is at the entry price', () => {
  expect(planOf('long', [100, 110, 100]).ratio).toBeNull()
})

test('a ray ends at the edge of the pane in its direction, and a vertical ray ends outside the pane', () => {
  expect(farEnd({ x: 100, y: 50 }, { x: 10, y: 5 }, 200)).toEqual({ x: 200, y: 100 })
  expect(farEnd({ x: 100, y: 50 }, { x: -10, y: 5 }, 200)).toEqual({ x: 0, y: 100 })
  expect(farEnd({ x: 100, y: 50 }, { x: 0, y: -1 }, 200)).toEqual({ x: 100, y: -9950 })
})
