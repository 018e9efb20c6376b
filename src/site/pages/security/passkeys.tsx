import { startRegistration } from '@simplewebauthn/browser'
import { useLocale, useTranslations } from 'use-intl'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import { relativeTime } from '../../ui/time/relative-time.ts'
import { toast } from '../../ui/toast.tsx'
import type { CardProps } from './credentials.tsx'

export function Passkeys({ overview, act, now }: CardProps & { now: number }) {
  const t = useTranslations('security.passkeys')
  const locale = useLocale()
  const { moment } = useMoment()
  const add = async () => {
    const started = await act('POST /api/security/passkeys/options', {})
    if (!started.ok) return
    // The browser does not say whether the dialog was cancelled, timed out or is not supported.
    const response = await startRegistration({ optionsJSON: started.data.options }).catch(() => null)
    if (!response) return toast(t('failed'), 'error')
    const name = t('name', { date: moment(Date.now(), 'day') })
    const body = { ticket: started.data.ticket, name, response: { ...response } }
    await act('POST /api/security/passkeys', { body }, t('added'))
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
      </div>
      {overview.passkeys.length > 0 && (
        <ul className="row-list">
          {overview.passkeys.map(({ id, name, usedAt }) => (
            <li key={id}>
              <span className="shrink">
                {name}
                <span className="row-note">
                  {usedAt === null ? t('unused') : t('used', { when: relativeTime(locale, usedAt, now) })}
                </span>
              </span>
              <WorkButton
                className="action-link is-danger"
                work={() => act('POST /api/security/passkeys/{id}/remove', { params: { id } }, t('removed'))}
              >
                {t('remove')}
              </WorkButton>
            </li>
          ))}
        </ul>
      )}
      <div className="card-body security-form">
        {overview.passkeys.length === 0 && <p className="text-muted">{t('none')}</p>}
        <WorkButton className="btn btn-outline needs-script" work={add}>
          {t('add')}
        </WorkButton>
      </div>
    </section>
  )
}
