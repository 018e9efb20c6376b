import { drawingOf, type Picture, Unpictured } from './unpictured.tsx'

/** Drawn by `drawCandles` on the server from the chart's data. */
export type CandlesDrawing = { width: number; height: number; up: string; down: string }

export function Candles({ picture, label }: { picture: Picture<CandlesDrawing>; label: string }) {
  const drawing = drawingOf(picture)
  if (!drawing)
    return (
      <div className="candles candles-empty">
        <Unpictured picture={picture} />
      </div>
    )
  const { width, height, up, down } = drawing
  return (
    <svg className="candles" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0.25, 0.5, 0.75].map((fraction) => (
        <path key={fraction} d={`M0,${height * fraction}H${width}`} className="candles-grid" />
      ))}
      <path d={up} className="candles-up" />
      <path d={down} className="candles-down" />
    </svg>
  )
}
