import { useFormatter, useTranslations } from 'use-intl'
import type { UsageShare } from '#src/contract/account/usage.ts'

export function CallsCard({ calls }: { calls: readonly UsageShare[] }) {
  const t = useTranslations('usage.calls')
  const format = useFormatter()
  const total = calls.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <section className="card" aria-labelledby="calls">
      <div className="card-head">
        <h2 id="calls">{t('title')}</h2>
        <small>{format.number(total)}</small>
      </div>
      <table className="table table-list usage-calls">
        <thead>
          <tr>
            <th scope="col">{t('call')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('reason')}</th>
            <th scope="col" className="figure">
              {t('count')}
            </th>
            <th scope="col" className="figure">
              {t('share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ call, status, reason, count }) => (
            <tr key={`${call} ${status} ${reason}`}>
              <th scope="row" data-label={t('call')} className="breakable usage-code">
                {call}
              </th>
              <td data-label={t('status')}>
                <span className="status num" data-status={status >= 400 ? 'expired' : 'normal'}>
                  {status}
                </span>
              </td>
              <td
                data-label={t('reason')}
                data-empty={reason === '' || undefined}
                className="breakable usage-code usage-reason"
              >
                {reason || '–'}
              </td>
              <td data-label={t('count')} className="figure usage-count">
                {format.number(count)}
              </td>
              <td data-label={t('share')} className="figure usage-share">
                {format.number(count / total, { style: 'percent', maximumFractionDigits: 1 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
