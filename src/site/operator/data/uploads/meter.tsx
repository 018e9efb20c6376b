import { useFormatter } from 'use-intl'

/** `share` is the finished fraction from 0 to 1, shown as a bar and as a figure. */
export function Meter({ label, share }: { label: string; share: number }) {
  const format = useFormatter()
  const done = Math.min(1, Math.max(0, share))
  return (
    <div className="upload-meter">
      <p className="apart text-muted">
        <span>{label}</span>
        <span className="num">{format.number(done, { style: 'percent' })}</span>
      </p>
      <progress aria-label={label} max={1} value={done} />
    </div>
  )
}
