import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Paper } from '#src/contract/account/papers.ts'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { signed } from '../payment/money.ts'

/** Receipts and credit notes, newest first. Needs the messages of `paper`. */
export function PapersCard({ papers, children }: { papers: readonly Paper[]; children: ReactNode }) {
  const t = useTranslations('paper')
  const format = useFormatter()
  if (papers.length === 0)
    return (
      <div className="card">
        <StateCard title={t('list.none')}>{t('list.noneText')}</StateCard>
      </div>
    )
  return (
    <div className="card">
      <table className="table table-list">
        <thead>
          <tr>
            <th scope="col">{t('number')}</th>
            <th scope="col">{t('list.date')}</th>
            <th scope="col">{t('list.what')}</th>
            <th scope="col" className="figure">
              {t('list.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {papers.map((paper) => (
            <tr key={paper.number}>
              <td data-label={t('number')}>
                <span>
                  <PageLink className="link num" to={`/dashboard/billing/papers/${paper.number}`}>
                    {paper.number}
                  </PageLink>
                  <small className="block">
                    {t(`title.${paper.kind}`)}
                    {paper.voidedBy && ` · ${t('list.voided')}`}
                  </small>
                </span>
              </td>
              <td data-label={t('list.date')}>
                {format.dateTime(paper.issuedAt, { dateStyle: 'medium', timeZone: 'UTC' })}
              </td>
              <td data-label={t('list.what')}>{paper.planName ?? t('list.refund')}</td>
              <td data-label={t('list.amount')} className="figure">
                {signed(paper.gross)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  )
}
