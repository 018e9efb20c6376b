const width = 150
const height = 24
const edge = 2

/** A figure over time, without an axis; null leaves a gap. `slots`: number of values that fill the width. */
export function Sparkline({ values, slots }: { values: readonly (number | null)[]; slots: number }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const first = slots - values.length
  let isDown = false
  const path = values.map((value, at) => {
    if (value === null) {
      isDown = false
      return ''
    }
    const x = ((first + at) / (slots - 1)) * width
    const y = high === low ? height / 2 : edge + ((high - value) / (high - low)) * (height - 2 * edge)
    const pen = isDown ? 'L' : 'M'
    isDown = true
    return `${pen}${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
