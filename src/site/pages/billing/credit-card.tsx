import { useLocale, useTranslations } from 'use-intl'
import type { Billing } from '#src/contract/account/credit.ts'
import { CursorPager } from '../../account/cursor-pager.tsx'
import { addressOf } from '../../browser/call-route.ts'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { money, signed } from '../payment/money.ts'
import { TransactionLink } from './transaction-link.tsx'

type CreditCardProps = { entries: Billing['entries']; isFirst: boolean }

export function CreditCard({ entries: { content, next }, isFirst }: CreditCardProps) {
  const t = useTranslations('billing')
  const locale = useLocale()
  return (
    <section className="card" aria-labelledby="history">
      <div className="card-head">
        <h2 id="history">{t('credit.history')}</h2>
        {content.length > 0 && (
          <a className="action-link" href={addressOf('GET /api/billing/export', { query: { locale } })} download>
            {t('credit.csv')}
          </a>
        )}
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
              <th scope="col" className="figure">
                {t('credit.balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {content.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are final and have no number of their own
              <tr key={at}>
                <td data-label={t('credit.what')}>
                  <span>
                    {t(`kinds.${entry.kind}`)}
                    {entry.orderNo && (
                      <PageLink className="link num block breakable text-14" to={`/payment/${entry.orderNo}`}>
                        {entry.orderNo}
                      </PageLink>
                    )}
                    {entry.note && <span className="block breakable text-14">{entry.note}</span>}
                    {entry.transaction && <TransactionLink {...entry.transaction} />}
                  </span>
                </td>
                <td data-label={t('credit.when')}>
                  <Moment at={entry.at} />
                </td>
                <td data-label={t('credit.amount')} className="figure">
                  {signed(entry.amount)}
                </td>
                <td data-label={t('credit.balance')} className="figure">
                  {money(entry.balance)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <CursorPager label={t('credit.history')} isFirst={isFirst} next={next} />
    </section>
  )
}
