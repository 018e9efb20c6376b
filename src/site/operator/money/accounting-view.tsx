import { useTranslations } from 'use-intl'
import { addressOf } from '../../browser/call-route.ts'
import { FilterField, Filters } from '../parts/choice/filters.tsx'
import type { DataOf } from './loaded/money-data.server.ts'

export function AccountingView({ page: { span } }: { page: DataOf<'accounting'> }) {
  const t = useTranslations('operatorMoney')
  const files = [
    { name: 'ledger', href: addressOf('GET /api/operator/accounting/ledger', { query: span }) },
    { name: 'revenue', href: addressOf('GET /api/operator/accounting/revenue', { query: span }) },
    { name: 'service', href: addressOf('GET /api/operator/accounting/service', { query: span }) },
    { name: 'tax', href: addressOf('GET /api/operator/accounting/tax', { query: span }) },
    { name: 'papers', href: addressOf('GET /api/operator/accounting/papers', { query: span }) },
    {
      name: 'credit',
      href: addressOf('GET /api/operator/accounting/credit', { query: span.to ? { to: span.to } : {} }),
    },
  ] as const
  return (
    <>
      <Filters label={t('accounting.span')} isSet={Object.keys(span).length > 0} keep={{ view: 'accounting' }}>
        <FilterField label={t('orders.from')} name="from" type="date" defaultValue={span.from} />
        <FilterField label={t('orders.to')} name="to" type="date" defaultValue={span.to} />
      </Filters>
      <div className="stack accounting-files">
        {files.map(({ name, href }) => (
          <section key={name} className="panel" aria-labelledby={`file-${name}`}>
            <div className="panel-body">
              <h2 id={`file-${name}`}>{t(`accounting.${name}.title`)}</h2>
              <p className="text-muted">{t(`accounting.${name}.text`)}</p>
              <a className="btn btn-outline" href={href} download>
                {t(`accounting.${name}.download`)}
              </a>
            </div>
          </section>
        ))}
      </div>
      <p className="text-muted">{t(span.from || span.to ? 'accounting.days' : 'accounting.everything')}</p>
    </>
  )
}
