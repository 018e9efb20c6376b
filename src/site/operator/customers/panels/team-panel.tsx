import { useTranslations } from 'use-intl'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Panel } from '../../parts/frame/panel.tsx'

/** The members of the account's team; empty for an account without a team. */
export function TeamPanel({ customer: { team, accountId: holder } }: { customer: Customer }) {
  const t = useTranslations('operatorCustomers.team')
  if (team.length === 0) return null
  return (
    <Panel title={t('title')} flush>
      <ul className="ruled panel-rows">
        {team.map(({ accountId, email, role, since }) => (
          <li key={accountId}>
            <div>
              <p>
                {accountId === holder ? (
                  email
                ) : (
                  <PageLink className="link" to={`/operator/customers/${accountId}`}>
                    {email}
                  </PageLink>
                )}
              </p>
              <p className="row-note">
                {t(`roles.${role}`)}
                {accountId === holder ? (
                  ` · ${t('holder')}`
                ) : (
                  <>
                    {' '}
                    · <Moment at={since} style="day" />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
