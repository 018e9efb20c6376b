/** Made by `drawSparkline` on the server. */
export type SparklineDrawing = { line: string; base: number; count: number }

/** A line of closes with the first value as its dashed base. Holds its height when there is nothing to draw. */
export function Sparkline({ drawing, label }: { drawing: SparklineDrawing | null; label: string }) {
  if (!drawing) return <div className="spark" />
  return (
    <svg className="spark" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={`M0,${drawing.base}H300`} className="spark-base" vectorEffect="non-scaling-stroke" />
      <path d={drawing.line} className="spark-line" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
