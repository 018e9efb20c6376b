import { expect, test } from 'vitest'
import type { CandlesDrawing } from '../pictures/candles.tsx'
import type { SparklineDrawing } from '../pictures/sparkline.tsx'
import { drawCandles, drawSparkline } from './drawings.server.ts'

const time = Date.parse('2026-11-20T14:30:00Z')
const rising = { time, open: 10, high: 14, low: 8, close: 12 }
const falling = { time, open: 12, high: 13, low: 4, close: 6 }
const candles = (...bars: (typeof rising)[]) => drawCandles(bars) as CandlesDrawing
const line = (previousClose: number, closes: number[], last: number) =>
  drawSparkline(previousClose, { closes, since: time }, last) as SparklineDrawing

test('candles span low to high, their bodies span open to close, and rising and falling candles are separate paths', () => {
  const { up, down } = candles(rising, ...Array(7).fill(falling))
  expect(up).toBe('M35,8V154.4M13.5,56.8h43v48.8h-43z')
  expect(down.split('z')[0]).toBe('M105,32.4V252M83.5,56.8h43v146.4h-43')
})

test('the price line of a trading session starts at the previous close and uses the full height', () => {
  const { line: drawn, zero, scale } = line(1, [3, 3, 3, 3, 3, 3], 2)
  expect(drawn).toMatch(/^M0,96L42\.9,4L/)
  expect(zero - 2 * scale).toBe(50)
})

test('a price just above the previous close is drawn higher than the previous close, even if all earlier prices were lower', () => {
  const { zero, scale } = line(100, [90, 95, 99, 98, 97, 99], 100.01)
  expect(zero - 100.01 * scale).toBeLessThan(zero - 100 * scale)
})

test('a trading session with equal prices is drawn as a straight line', () => {
  expect(line(5, [5, 5, 5, 5, 5, 5], 5).line).toMatch(/^M0,96L.*,96$/)
})

test('fewer than eight bars or prices are not drawn, and only their start time is returned', () => {
  expect(drawCandles(Array(7).fill(falling))).toEqual({ since: '2026-11-20' })
  expect(drawCandles([])).toEqual({ since: null })
  expect(drawSparkline(1, { closes: [1, 2, 3, 4, 5], since: time }, 2)).toEqual({ since: '14:30 UTC' })
  expect(drawSparkline(1, { closes: [], since: null }, 2)).toEqual({ since: null })
})
