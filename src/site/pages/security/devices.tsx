import { useLocale, useTranslations } from 'use-intl'
import { programOf } from '#src/contract/values/program.ts'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { relativeTime } from '../../ui/time/relative-time.ts'
import type { CardProps } from './credentials.tsx'

export function Devices({ overview, act, now }: CardProps & { now: number }) {
  const t = useTranslations('security.devices')
  const locale = useLocale()
  const all = async () => {
    const result = await act('POST /api/security/signout-everywhere', {})
    if (result.ok) location.assign('/login')
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
      </div>
      <ul className="row-list">
        {overview.devices.map(({ id, current, userAgent, seenAt, address }) => (
          <li key={id}>
            <span className="shrink">
              {programOf(userAgent) || t('unknown')}
              {current && <span className="tag-current">{t('current')}</span>}
              <span className="row-note" title={userAgent}>
                {t('seen', { when: relativeTime(locale, seenAt, now), address })}
              </span>
            </span>
            {!current && (
              <WorkButton
                className="action-link"
                work={() => act('POST /api/security/devices/{id}/revoke', { params: { id } }, t('revoked'))}
              >
                {t('revoke')}
              </WorkButton>
            )}
          </li>
        ))}
      </ul>
      <div className="card-body devices-end">
        <WorkButton
          className="btn btn-danger"
          question={{ title: t('allTitle'), message: t('allMessage'), confirm: t('all'), danger: true }}
          work={all}
        >
          {t('all')}
        </WorkButton>
      </div>
    </section>
  )
}
