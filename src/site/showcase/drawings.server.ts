import type { Bar } from '#src/market/bars/bar.ts'
import type { CandlesDrawing } from '../pictures/candles.tsx'
import type { SparklineDrawing } from '../pictures/sparkline.tsx'
import { picturedMin, type Short } from '../pictures/unpictured.tsx'
import type { Session } from './figures.server.ts'

type Span = Pick<Bar, 'time' | 'open' | 'high' | 'low' | 'close'>

const [width, height, margin] = [560, 260, 8]
const rounded = (value: number) => Math.round(value * 10) / 10

/**
 * Candles as two paths, rising and falling: a few hundred characters instead of the bars and the code that draws them.
 */
export function drawCandles(bars: readonly Span[]): CandlesDrawing | Short {
  const [first] = bars
  if (!first || bars.length < picturedMin)
    return { since: first ? new Date(first.time).toISOString().slice(0, 10) : null }
  const low = Math.min(...bars.map((bar) => bar.low))
  const high = Math.max(...bars.map((bar) => bar.high))
  const y = (price: number) => rounded(margin + ((high - price) / (high - low || 1)) * (height - 2 * margin))
  const step = width / bars.length
  const body = Math.max(2, Math.floor(step * 0.62))
  const path = (rising: boolean) =>
    bars
      .map((bar, i) => ({ ...bar, x: rounded((i + 0.5) * step) }))
      .filter((bar) => bar.close >= bar.open === rising)
      .map((bar) => {
        const top = y(Math.max(bar.open, bar.close))
        const size = Math.max(1, rounded(y(Math.min(bar.open, bar.close)) - top))
        return `M${bar.x},${y(bar.high)}V${y(bar.low)}M${rounded(bar.x - body / 2)},${top}h${body}v${size}h${-body}z`
      })
      .join('')
  return { width, height, up: path(true), down: path(false) }
}

/**
 * A session's closes as a line in a box of 300 × 100 units, starting at the previous close. The page itself draws the
 * end of the line, at the last price.
 */
export function drawSparkline(
  previousClose: number,
  { closes, since }: Session,
  last: number,
): SparklineDrawing | Short {
  const values = [previousClose, ...closes]
  if (values.length + 1 < picturedMin) return { since: since === null ? null : timeOfDay(since) }
  const low = Math.min(last, ...values)
  const scale = 92 / (Math.max(last, ...values) - low || 1)
  const zero = 96 + low * scale
  const points = values.map((value, i) => `${rounded((i * 300) / values.length)},${rounded(zero - value * scale)}`)
  return { line: `M${points.join('L')}`, zero, scale }
}

function timeOfDay(time: number): string {
  return `${new Date(time).toISOString().slice(11, 16)} UTC`
}
