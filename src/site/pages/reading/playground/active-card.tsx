import { useTranslations } from 'use-intl'
import { grouped } from '../../../ui/grouped.ts'
import { Change, CloseIcon } from '../../../ui/icons.tsx'
import type { PlaygroundSession } from './socket/session.ts'

export function ActiveCard({ session }: { session: PlaygroundSession }) {
  const t = useTranslations('playground')
  const { active, connection } = session
  return (
    <section className="card" aria-labelledby="playground-active">
      <div className="card-head">
        <h2 id="playground-active">{t('active.title')}</h2>
        <small>{t('build.count', { count: active.length })}</small>
      </div>
      {active.length === 0 ? (
        <p className="pad-16 text-muted">{t('active.none')}</p>
      ) : (
        <ul className="ruled playground-active">
          {active.map(({ symbol, last, changePercent }) => (
            <li key={symbol}>
              <b>{symbol.slice(symbol.indexOf(':') + 1)}</b>
              <span className={last === null ? 'text-muted' : undefined}>
                {last === null ? t('active.waiting') : grouped(last)}
              </span>
              <span>{changePercent !== null && <Change percent={changePercent} />}</span>
              <button
                type="button"
                aria-label={t('active.stop', { symbol })}
                disabled={connection.kind !== 'open'}
                onClick={() => session.send({ ac: 'unsubscribe', params: [symbol] })}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
