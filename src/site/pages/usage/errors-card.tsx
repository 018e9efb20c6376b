import { useTranslations } from 'use-intl'
import type { UsageError } from '#src/contract/account/usage.ts'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Moment } from '../../ui/time/moment.tsx'

export function ErrorsCard({ errors }: { errors: readonly UsageError[] }) {
  const t = useTranslations('usage.refusals')
  return (
    <section className="card" aria-labelledby="errors">
      <div className="card-head">
        <h2 id="errors">{t('title')}</h2>
        <small>{t('newest')}</small>
      </div>
      {errors.length === 0 ? (
        <p className="quiet usage-none">{t('none')}</p>
      ) : (
        <ul className="row-list">
          {errors.map((error) => (
            <li key={`${error.requestId} ${error.time} ${error.error}`} className="usage-error">
              <p className="flow-ends quiet usage-error-head num">
                <time dateTime={new Date(error.time).toISOString()}>
                  <Moment at={error.time} style="second" />
                </time>
                <span className="status" data-status="expired">
                  {error.status} {error.error}
                </span>
              </p>
              <p>{error.message}</p>
              <p className="quiet breakable num">{error.target}</p>
              <p className="flow-apart quiet gap-0-16 usage-id">
                <span>
                  {t(error.call === 'stream' ? 'socketId' : 'requestId')} <code translate="no">{error.requestId}</code>
                </span>
                <CopyButton text={error.requestId} className="action-link" />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
