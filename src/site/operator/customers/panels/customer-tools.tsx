import { useTranslations } from 'use-intl'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import type { Reader } from '../../shell/console-page.tsx'

export function CustomerTools({ customer, reader: { may } }: { customer: Customer; reader: Reader }) {
  const t = useTranslations('operatorCustomers.acts')
  const viewAs = useTranslations('operatorCustomers.viewAs')
  const [key] = customer.keys
  return (
    <div className="flow console-tools customer-tools">
      {may('subscription.extend') && <ActLink act="extend">{t('extend.open')}</ActLink>}
      {may('subscription.grant') && <ActLink act="grant">{t('grant.open')}</ActLink>}
      {may('credit.adjust') && <ActLink act="credit">{t('credit.open')}</ActLink>}
      {may('ledger.refund') && customer.credit !== '0.00' && <ActLink act="refund">{t('refund.open')}</ActLink>}
      {may('customer.limits') && key && (
        <ActLink act="limits" on={key.id}>
          {t('limits.open')}
        </ActLink>
      )}
      {may('customer.view_as') && !customer.isStaff && (
        <PageLink to={`/operator/customers/${customer.accountId}/view`} className="btn btn-outline">
          {viewAs('open')}
        </PageLink>
      )}
      {may('customer.sign_out') && customer.signIn.sessions > 0 && (
        <ActLink act="sign-out">{t('sign-out.open')}</ActLink>
      )}
      {customer.state === 'suspended'
        ? may('customer.restore') && <ActLink act="restore">{t('restore.open')}</ActLink>
        : may('customer.suspend') &&
          !customer.isStaff && (
            <ActLink act="suspend" className="btn btn-danger">
              {t('suspend.open')}
            </ActLink>
          )}
    </div>
  )
}
