import { expect, test } from 'vitest'
import { drawCandles, drawSparkline } from './drawings.server.ts'

const rising = { open: 10, high: 14, low: 8, close: 12 }
const falling = { open: 12, high: 13, low: 4, close: 6 }

test('a candle reaches from its low to its high, with a body from open to close, and rising ones apart from falling ones', () => {
  const drawn = drawCandles([rising, falling])
  expect(drawn?.up).toBe('M140,8V154.4M53.5,56.8h173v48.8h-173z')
  expect(drawn?.down).toBe('M420,32.4V252M333.5,56.8h173v146.4h-173z')
})

test('a line of closes fills its height and remembers where it began', () => {
  expect(drawSparkline([1, 3, 2])).toEqual({ line: 'M0,96L150,4L300,50', base: 96, count: 3 })
})

test('a flat line and a flat candle are drawn too, and one value alone is not', () => {
  expect(drawSparkline([5, 5])?.line).toBe('M0,96L300,96')
  expect(drawCandles([falling])).toBeNull()
  expect(drawSparkline([5])).toBeNull()
})
