/** Made by `drawSparkline` on the server: a line without its end, and where a price lies: `zero - price * scale`. */
export type SparklineDrawing = { line: string; zero: number; scale: number }

type Prices = { last: number; previousClose: number }
type SparklineProps = { drawing: SparklineDrawing | null; quote: Prices | null; label: string }

/** The session's prices up to the last one, over the previous close, dashed. Holds its height when there is nothing to draw. */
export function Sparkline({ drawing, quote, label }: SparklineProps) {
  if (!drawing || !quote) return <div className="spark" />
  const y = (price: number) => drawing.zero - price * drawing.scale
  // A live price may leave what was drawn: then the view grows with it.
  const [top, bottom] = [Math.min(0, y(quote.last) - 4), Math.max(100, y(quote.last) + 4)]
  return (
    <svg
      className="spark"
      viewBox={`0 ${top} 300 ${bottom - top}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={`M0,${y(quote.previousClose)}H300`} className="spark-base" vectorEffect="non-scaling-stroke" />
      <path d={`${drawing.line}L300,${y(quote.last)}`} className="spark-line" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
