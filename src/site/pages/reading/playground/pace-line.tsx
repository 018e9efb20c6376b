import { useTranslations } from 'use-intl'
import type { PlaygroundSession } from './socket/session.ts'

const [width, height, slots] = [64, 20, 40]

export function PaceLine({ session }: { session: PlaygroundSession }) {
  const t = useTranslations('playground.figures')
  const { frames, framesPerSecond, bytesPerSecond } = session.log.pace
  const { gaps } = session.log
  const open = gaps.filter(({ state }) => state === 'open' || state === 'failed').length
  return (
    <p className="flow-middle gap-4-16 text-muted playground-pace">
      <span>{t('pace', { frames: framesPerSecond.toFixed(1) })}</span>
      <Course values={frames} />
      <span>{t('bytes', { bytes: (bytesPerSecond / 1_000).toFixed(1) })}</span>
      {session.roundTripMs !== null && <span>{t('roundTrip', { ms: `${session.roundTripMs}` })}</span>}
      <span className="push-end">{t('gaps', { count: gaps.length, open: `${open}` })}</span>
    </p>
  )
}

function Course({ values }: { values: readonly number[] }) {
  const high = Math.max(1, ...values)
  const points = values.map((value, at) => {
    const x = ((slots - values.length + at) / (slots - 1)) * width
    return `${x.toFixed(1)},${(height - 2 - (value / high) * (height - 4)).toFixed(1)}`
  })
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
