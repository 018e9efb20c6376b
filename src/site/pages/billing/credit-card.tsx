import { useFormatter, useTranslations } from 'use-intl'
import type { Billing } from '#src/contract/account/credit.ts'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { signed } from '../payment/money.ts'
import { TransactionLink } from './transaction-link.tsx'

/** What moved the credit, newest first. */
export function CreditCard({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const format = useFormatter()
  const { content, page, last } = billing.entries
  return (
    <section className="card" aria-labelledby="history">
      <div className="card-head">
        <h2 id="history">{t('credit.history')}</h2>
      </div>
      {content.length === 0 ? (
        <StateCard title={t('credit.none')}>{t('credit.noneText')}</StateCard>
      ) : (
        <table className="table table-list">
          <thead>
            <tr>
              <th scope="col">{t('credit.what')}</th>
              <th scope="col">{t('credit.when')}</th>
              <th scope="col" className="figure">
                {t('credit.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {content.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are final and have no number of their own
              <tr key={`${page} ${at}`}>
                <td data-label={t('credit.what')}>
                  <span>
                    {t(`kinds.${entry.kind}`)}
                    {entry.orderNo && (
                      <PageLink className="link num billing-more" to={`/payment/${entry.orderNo}`}>
                        {entry.orderNo}
                      </PageLink>
                    )}
                    {entry.note && <span className="billing-more">{entry.note}</span>}
                    {entry.transaction && <TransactionLink {...entry.transaction} />}
                  </span>
                </td>
                <td data-label={t('credit.when')}>
                  {format.dateTime(entry.at, { dateStyle: 'medium', timeStyle: 'short' })}
                </td>
                <td data-label={t('credit.amount')} className="figure">
                  {signed(entry.amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(page > 1 || !last) && (
        <nav className="pay-pager" aria-label={t('credit.history')}>
          {page > 1 && (
            <PageLink className="btn btn-small btn-outline" to={`/dashboard/billing?page=${page - 1}`}>
              {t('credit.newer')}
            </PageLink>
          )}
          {!last && (
            <PageLink className="btn btn-small btn-outline" to={`/dashboard/billing?page=${page + 1}`}>
              {t('credit.older')}
            </PageLink>
          )}
        </nav>
      )}
    </section>
  )
}
