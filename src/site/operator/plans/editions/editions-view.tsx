import { useTranslations } from 'use-intl'
import { Missing } from '../../../reads/shown.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/plans-data.server.ts'
import { DraftTable } from './draft-table.tsx'
import { EditionActs } from './edition-acts.tsx'
import { ReachTable } from './reach-table.tsx'
import { Readiness } from './readiness.tsx'
import { TermsPanel } from './terms-panel.tsx'

type EditionsProps = { page: DataOf<'editions'>; reader: Reader }

export function EditionsView({ page, reader }: EditionsProps) {
  const t = useTranslations('operatorPlans')
  const { plans, reach, markets, market } = page
  return (
    <>
      <Editions page={page} />
      {market && <DraftTable plans={plans} markets={markets} market={market} reader={reader} />}
      <div className="stack at-start plans-pair">
        <TermsPanel plans={plans} reader={reader} />
        <PanelOf title={t('ready.title')} read={reach}>
          {(known) => <Readiness plans={plans} reach={known} />}
        </PanelOf>
      </div>
      <PanelOf title={t('reach.title')} read={reach}>
        {(known) => <ReachTable plans={plans} reach={known} />}
      </PanelOf>
      <EditionActs plans={plans} names={page.names} />
    </>
  )
}

function Editions({ page: { plans, reach } }: { page: DataOf<'editions'> }) {
  const t = useTranslations('operatorPlans.editions')
  const { published, draft, history, differences } = plans
  const before = history.filter(({ number }) => number < published.number).at(-1)
  const facts = (number: number) => {
    if (reach.state !== 'known') return <Missing read={reach} />
    const own = reach.value.filter(({ edition }) => edition === number)
    return t('subscriptions', { count: own.reduce((sum, { customers }) => sum + customers, 0) })
  }
  return (
    <ol className="framed editions">
      {before && (
        <li>
          <p>
            <b>{t('edition', { number: String(before.number) })}</b> <Pill tone="none">{t('retired')}</Pill>
          </p>
          <p className="text-muted">
            {before.publishedAt !== null && <Moment at={before.publishedAt} style="day" />} · {facts(before.number)}
          </p>
        </li>
      )}
      <li>
        <p>
          <b>{t('edition', { number: String(published.number) })}</b> <Pill tone="good">{t('published')}</Pill>
        </p>
        <p className="text-muted">
          {published.publishedAt !== null && <Moment at={published.publishedAt} style="day" />} ·{' '}
          {facts(published.number)}
        </p>
      </li>
      <li data-draft={draft !== null || undefined}>
        {draft === null ? (
          <>
            <p>
              <b>{t('noDraft')}</b>
            </p>
            <p className="text-muted">{t('noDraftText')}</p>
          </>
        ) : (
          <>
            <p>
              <b>{t('draft', { number: String(draft.number) })}</b>{' '}
              <span className="draft-mark">{t('differences', { count: differences.length })}</span>
            </p>
            <p className="text-muted">
              {t('changed')} <Moment at={draft.changedAt} />
              {draft.publishAt !== null && (
                <>
                  {' · '}
                  <b>
                    {t('planned')} <Moment at={draft.publishAt} />
                  </b>
                </>
              )}
            </p>
          </>
        )}
      </li>
    </ol>
  )
}
