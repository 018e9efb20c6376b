import { expect, test } from 'vitest'
import { guideTicks } from './axes.ts'

const tick = (value: number) => ({ value, coord: 100 - value, text: String(value) })
const valuesOf = (usual: number[], guides: number[]) =>
  guideTicks(usual.map(tick), guides.map(tick), 100).map(({ value }) => value)

test('the axis of an indicator has a tick at each guide line and no other tick close to a guide line', () => {
  expect(valuesOf([32, 48, 64], [70, 30])).toEqual([30, 70])
  expect(valuesOf([0, 47, 60], [70, 25])).toEqual([0, 25, 47, 70])
})

test('a guide line outside the visible values has no tick on the axis of the indicator', () => {
  expect(valuesOf([20, 60], [-20, 130])).toEqual([20, 60])
})
