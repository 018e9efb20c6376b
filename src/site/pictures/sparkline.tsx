import { drawingOf, type Picture, Unpictured } from './unpictured.tsx'

/** Drawn by `drawSparkline` on the server: the line without its end. The y of a price is `zero - price * scale`. */
export type SparklineDrawing = { line: string; zero: number; scale: number }

type Prices = { last: number; previousClose: number }
type SparklineProps = { picture: Picture<SparklineDrawing>; quote: Prices | null; label: string }

/** The session's prices, and the previous close as a dashed line. Without a line, the box keeps its height. */
export function Sparkline({ picture, quote, label }: SparklineProps) {
  const drawing = drawingOf(picture)
  if (!drawing || !quote)
    return (
      <div className="spark">
        <Unpictured picture={picture} />
      </div>
    )
  const y = (price: number) => drawing.zero - price * drawing.scale
  const end = y(quote.last)
  // A live price may lie outside of the drawing, so the view is enlarged to contain the price.
  const top = Math.min(0, end)
  return (
    <svg
      className="spark"
      viewBox={`0 ${top} 300 ${Math.max(100, end) - top}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={`M0,${y(quote.previousClose)}H300`} className="spark-base" />
      <path d={`${drawing.line}L300,${end}`} className="spark-line" />
    </svg>
  )
}
