import { useTranslations } from 'use-intl'
import { grouped } from '../../../ui/grouped.ts'
import { clockTime } from './clock-time.ts'
import type { MissingFrames } from './socket/frame-log.ts'
import type { PlaygroundSession } from './socket/session.ts'

type GapRowProps = { session: PlaygroundSession; at: number; missing: MissingFrames }

export function GapRow({ session, at, missing }: GapRowProps) {
  const t = useTranslations('playground.gap')
  const { lane, from, to, after, rest, state, count } = missing
  const words =
    state === 'resumed'
      ? t('resumed', { count: grouped(count) })
      : state === 'filled'
        ? t('filled', { count })
        : state === 'open'
          ? ''
          : t(state)
  const isOpen = state === 'open' || state === 'failed'
  return (
    <li className="flow-middle gap-8 pad-8-12 playground-gap">
      <span className="playground-time">{clockTime(at)}</span>
      <p>
        <b>{t('title')}</b> {t('missing', { lane, count: grouped(to - from + 1) })}
        {state !== 'open' && <small>{words}</small>}
      </p>
      {isOpen && (
        <div className="flow">
          {after !== null && (
            <button
              type="button"
              className="btn btn-small btn-ink"
              disabled={session.connection.kind !== 'open'}
              onClick={() => session.resume(missing)}
            >
              {t('resume')}
            </button>
          )}
          {rest !== '' && (
            <button type="button" className="btn btn-small btn-outline" onClick={() => void session.fill(missing)}>
              {t('fill')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
