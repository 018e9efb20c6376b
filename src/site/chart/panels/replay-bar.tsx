import { Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Replay, type ReplaySpeed, replaySpeeds } from '../control/use-replay.ts'
import { DropMenu } from './menus/drop-menu.tsx'

type ReplayBarProps = {
  replay: Replay
  /** IANA name of the time zone. */
  zone: string
  /** Whether bars have only a date (daily and longer). */
  dated: boolean
}

export function ReplayBar({ replay, zone, dated }: ReplayBarProps) {
  const t = useTranslations('chart.replay')
  const locale = useLocale()
  const { edge, line, playing } = replay
  /** The place of the slider while the reader moves it. */
  const [held, setHeld] = useState<number | null>(null)
  if (edge === null) return null
  const style = dated
    ? ({ dateStyle: 'medium' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const)
  // `edge` is the end of the newest shown bar. A daily bar ends at 0:00 UTC of the next day, so `edge - 1` is
  // formatted.
  const shown = new Intl.DateTimeFormat(locale, { ...style, timeZone: dated ? 'UTC' : zone })
  const currentIndex = line.findLastIndex((bar) => bar.t < edge)
  return (
    <div className="middle replay-bar" role="toolbar" aria-label={t('label')}>
      <b className="from-640 replay-name">{t('label')}</b>
      <button type="button" className="tool" aria-label={t('back')} title={t('back')} onClick={replay.back}>
        <StepBack size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="tool replay-play"
        aria-label={t(playing ? 'pause' : 'play')}
        title={t(playing ? 'pause' : 'play')}
        onClick={() => replay.play(!playing)}
      >
        {playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </button>
      <button type="button" className="tool" aria-label={t('forward')} title={t('forward')} onClick={replay.forward}>
        <StepForward size={16} aria-hidden="true" />
      </button>
      <DropMenu label={t('speed')} value={`${replay.speed}×`} button={`${replay.speed}×`}>
        {(close) =>
          replaySpeeds.map((speed: ReplaySpeed) => (
            <button
              key={speed}
              type="button"
              aria-pressed={speed === replay.speed}
              onClick={() => {
                replay.setSpeed(speed)
                close()
              }}
            >
              {t('barsASecond', { speed })}
            </button>
          ))
        }
      </DropMenu>
      <div className="grow replay-line">
        <Line line={line} />
        <input
          type="range"
          min={0}
          max={Math.max(0, line.length - 1)}
          value={held ?? Math.max(0, currentIndex)}
          aria-label={t('place')}
          onChange={({ currentTarget }) => setHeld(Number(currentTarget.value))}
          onPointerCancel={() => setHeld(null)}
          onPointerUp={({ currentTarget }) => choose(Number(currentTarget.value))}
          onKeyUp={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
      </div>
      <time dateTime={new Date(edge).toISOString()}>{shown.format(dated ? edge - 1 : edge)}</time>
      <button type="button" className="tool replay-leave" onClick={replay.leave}>
        {t('leave')}
      </button>
    </div>
  )

  function choose(index: number) {
    setHeld(null)
    const next = line[index + 1]
    if (index !== currentIndex && next) replay.goTo(next.t)
  }
}

const [lineWidth, lineHeight, linePoints] = [600, 20, 300]

function Line({ line }: Pick<Replay, 'line'>) {
  const path = useMemo(() => {
    const step = Math.max(1, Math.floor(line.length / linePoints))
    const closes = line.filter((_, at) => at % step === 0).map(({ c }) => c)
    const [low, high] = [Math.min(...closes), Math.max(...closes)]
    const y = (close: number) => (high > low ? ((high - close) / (high - low)) * lineHeight : lineHeight / 2)
    const x = (at: number) => (at / Math.max(1, closes.length - 1)) * lineWidth
    return closes.map((close, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(close).toFixed(1)}`).join('')
  }, [line])
  return (
    <svg viewBox={`0 0 ${lineWidth} ${lineHeight}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
