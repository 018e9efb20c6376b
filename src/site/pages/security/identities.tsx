import { useTranslations } from 'use-intl'
import type { CardProps } from './credentials.tsx'

type IdentitiesProps = CardProps & { providers: readonly { id: string; name: string }[] }

export function Identities({ overview, providers, act }: IdentitiesProps) {
  const t = useTranslations('security.identities')
  const linked = new Set(overview.identities.map(({ provider }) => provider))
  const open = providers.filter(({ id }) => !linked.has(id))
  const link = async (id: string) => {
    const ready = await act('/api/security/recent')
    if (ready.ok) location.assign(`/api/auth/${id}?redirect=/dashboard/security`)
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
      </div>
      <ul className="row-list">
        {overview.identities.map(({ provider, name, email }) => (
          <li key={provider}>
            <span className="min-w-0">
              {name}
              <span className="row-note">{email}</span>
            </span>
            <button
              type="button"
              className="action-link is-danger"
              onClick={() => void act(`/api/security/providers/${provider}/unlink`, {}, t('unlinked'))}
            >
              {t('unlink')}
            </button>
          </li>
        ))}
        {open.map(({ id, name }) => (
          <li key={id}>
            <span className="text-muted">{t('none')}</span>
            <button type="button" className="action-link" onClick={() => void link(id)}>
              {t('link', { name })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
