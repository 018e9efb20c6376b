type SparklineProps = { values: readonly number[]; label: string }

/** A line of closes with the first value as its dashed base. Holds its height when there is nothing to draw. */
export function Sparkline({ values, label }: SparklineProps) {
  if (values.length < 2) return <div className="spark" />
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const y = (value: number) => 96 - ((value - low) / span) * 92
  const points = values.map((value, i) => `${((i * 300) / (values.length - 1)).toFixed(1)},${y(value).toFixed(1)}`)
  const base = y(values[0] ?? low).toFixed(1)
  return (
    <svg className="spark" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={`M0,${base}H300`} className="spark-base" vectorEffect="non-scaling-stroke" />
      <path d={`M${points.join('L')}`} className="spark-line" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
