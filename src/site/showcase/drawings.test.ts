import { expect, test } from 'vitest'
import { drawCandles, drawSparkline } from './drawings.server.ts'

const rising = { open: 10, high: 14, low: 8, close: 12 }
const falling = { open: 12, high: 13, low: 4, close: 6 }

test('a candle spans low to high with a body from open to close, and rising candles are drawn separately', () => {
  const drawn = drawCandles([rising, falling])
  expect(drawn?.up).toBe('M140,8V154.4M53.5,56.8h173v48.8h-173z')
  expect(drawn?.down).toBe('M420,32.4V252M333.5,56.8h173v146.4h-173z')
})

test('the line of a session starts at the previous close and fills the full height up to the last price', () => {
  const { line, zero, scale } = drawSparkline(1, [3], 2)
  expect(line).toBe('M0,96L150,4')
  expect(zero - 2 * scale).toBe(50)
})

test('a price above the previous close is drawn above the line of that close, whatever the course of the session', () => {
  const { zero, scale } = drawSparkline(100, [90, 95, 99], 100.01)
  expect(zero - 100.01 * scale).toBeLessThan(zero - 100 * scale)
})

test('a flat session is drawn as a line, and a single candle is not drawn', () => {
  expect(drawSparkline(5, [5], 5).line).toBe('M0,96L150,96')
  expect(drawCandles([falling])).toBeNull()
})
