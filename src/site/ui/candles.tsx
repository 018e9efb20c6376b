import type { ShownBar } from '../showcase.ts'

type CandlesProps = { bars: readonly ShownBar[]; label: string; width?: number; height?: number }

/** A still picture of bars, drawn on the server from the same data as the chart. */
export function Candles({ bars, label, width = 560, height = 260 }: CandlesProps) {
  if (bars.length < 2) return <div className="candles" style={{ aspectRatio: `${width} / ${height}` }} />
  const low = Math.min(...bars.map((bar) => bar.low))
  const high = Math.max(...bars.map((bar) => bar.high))
  const y = (price: number) => Math.round((8 + ((high - price) / (high - low || 1)) * (height - 16)) * 10) / 10
  const step = width / bars.length
  const body = Math.max(2, Math.floor(step * 0.62))
  const path = (rising: boolean) =>
    bars
      .map((bar, i) => ({ ...bar, x: Math.round((i + 0.5) * step * 10) / 10 }))
      .filter((bar) => bar.close >= bar.open === rising)
      .map((bar) => {
        const top = y(Math.max(bar.open, bar.close))
        const size = Math.max(1, Math.round((y(Math.min(bar.open, bar.close)) - top) * 10) / 10)
        return `M${bar.x},${y(bar.high)}V${y(bar.low)}M${bar.x - body / 2},${top}h${body}v${size}h${-body}z`
      })
      .join('')
  return (
    <svg className="candles" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0.25, 0.5, 0.75].map((part) => (
        <path key={part} d={`M0,${height * part}H${width}`} className="candles-grid" />
      ))}
      <path d={path(true)} className="candles-up" />
      <path d={path(false)} className="candles-down" />
    </svg>
  )
}
