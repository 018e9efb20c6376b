import { useTranslations } from 'use-intl'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import type { PlanDocument } from '#src/contract/sales/plan-document.ts'
import { ActLink } from '../../acts/act.tsx'
import { Facts, Panel } from '../../parts/frame/panel.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { Changed } from './changed.tsx'

const periods = ['month', 'quarter', 'half-year', 'year'] as const

/** Terms that apply to every plan of an edition. */
export function TermsPanel({ plans: { published, draft }, reader }: { plans: WirePlans; reader: Reader }) {
  const t = useTranslations('operatorPlans.terms')
  const names = useTranslations('plans.periods')
  const fact = (key: string, name: string, value: (document: PlanDocument) => number) => {
    const [before, after] = [less(value(published.document)), less(value((draft ?? published).document))]
    return {
      key,
      name,
      value: (
        <span className="num" data-changed={before !== after || undefined}>
          <Changed before={before} after={after} />
        </span>
      ),
    }
  }
  return (
    <Panel
      title={t('title')}
      aside={
        reader.may('plans.draft') && (
          <>
            <ActLink act="tiers" className="action-link">
              {t('tiersOpen')}
            </ActLink>{' '}
            <ActLink act="terms" className="action-link">
              {t('open')}
            </ActLink>
          </>
        )
      }
      flush
    >
      <Facts
        facts={[
          fact('newcomer', t('newcomer'), ({ newcomerDiscount }) => newcomerDiscount),
          ...periods.map((period) => fact(period, names(period), (document) => document.periods[period].saving)),
        ]}
      />
    </Panel>
  )
}

function less(percent: number): string {
  return percent === 0 ? '0%' : `−${percent}%`
}
