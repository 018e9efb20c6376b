import { useLocale, useTranslations } from 'use-intl'
import { WorkButton } from '../../ui/form/work-button.tsx'
import type { CardProps } from './credentials.tsx'
import type { LinkError } from './link-error.ts'

type IdentitiesProps = CardProps & {
  providers: readonly { id: string; name: string }[]
  linkError: LinkError | null
}

export function Identities({ overview, providers, linkError, act }: IdentitiesProps) {
  const t = useTranslations('security.identities')
  const locale = useLocale()
  const linked = new Set(overview.identities.map(({ provider }) => provider))
  const open = providers.filter(({ id }) => !linked.has(id))
  const link = async (id: string) => {
    const body = { redirect: `/${locale}/dashboard/security` }
    const started = await act('POST /api/auth/{provider}/link', { params: { provider: id }, body })
    if (started.ok) location.assign(started.data.url)
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
      </div>
      {linkError && (
        <div className="card-body link-error">
          <p className="notice notice-bad" role="alert">
            {t(linkError)}
          </p>
        </div>
      )}
      <ul className="row-list">
        {overview.identities.map(({ provider, name, email }) => (
          <li key={provider}>
            <span className="shrink">
              {name}
              <span className="row-note">{email}</span>
            </span>
            <WorkButton
              className="action-link is-danger"
              work={() => act('POST /api/security/providers/{id}/unlink', { params: { id: provider } }, t('unlinked'))}
            >
              {t('unlink')}
            </WorkButton>
          </li>
        ))}
        {open.map(({ id, name }) => (
          <li key={id}>
            <span className="text-muted">{t('none')}</span>
            <WorkButton className="action-link" work={() => link(id)}>
              {t('link', { name })}
            </WorkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
