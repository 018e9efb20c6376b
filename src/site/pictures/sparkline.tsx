/** Made by `drawSparkline` on the server: a line without its end, and where a price lies: `zero - price * scale`. */
export type SparklineDrawing = { line: string; zero: number; scale: number }

type Prices = { last: number; previousClose: number }
type SparklineProps = { drawing: SparklineDrawing | null; quote: Prices | null; label: string }

/** The session's prices up to the last one, over the previous close, dashed. Holds its height when there is nothing to draw. */
export function Sparkline({ drawing, quote, label }: SparklineProps) {
  if (!drawing || !quote) return <div className="spark" />
  const y = (price: number) => drawing.zero - price * drawing.scale
  const end = y(quote.last)
  // A live price may leave what was drawn: then the view grows with it.
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
