import { useTranslations } from 'use-intl'
import type { PlanEntry } from '#src/contract/sales/plan-document.ts'
import { ActLink } from '../../acts/act.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/plans-data.server.ts'
import { Changed } from './changed.tsx'
import type { PlanRow } from './plan-rows.ts'

type MarketPlan = NonNullable<DataOf<'editions'>['market']>['plans'][number]

/**
 * A plan in the published edition (`before`) and in the draft (`after`); undefined: the edition lacks the plan.
 * Without a draft both are the same.
 */
export type DraftedPlan = {
  id: string
  tier: MarketPlan['tier']
  before: PlanEntry | undefined
  after: PlanEntry | undefined
}

type DraftListProps = { plans: readonly DraftedPlan[]; rows: readonly PlanRow[]; isDraft: boolean; reader: Reader }

/**
 * The plans of a market on a phone. The changes of a plan are visible; its other values are behind a disclosure.
 * Without a draft, the first value is visible.
 */
export function DraftList({ plans, rows, isDraft, reader }: DraftListProps) {
  const t = useTranslations('operatorPlans.table')
  const tiers = useTranslations('plans.tiers')
  return (
    <ul className="ruled plan-list">
      {plans.map(({ id, tier, before, after }) => {
        const compared = rows.map(({ name, value }) => ({
          name,
          was: before ? value(before) : null,
          is: after ? value(after) : null,
        }))
        const [first] = compared
        const changed = compared.filter(({ was, is }) => was !== is)
        const leading = changed.length > 0 ? changed : isDraft || !first ? [] : [first]
        return (
          <li key={id}>
            <p className="gap-8 plan-list-head">
              <b>{tiers(tier)}</b>
              <SoldMark before={before} after={after} />
              {reader.may('plans.draft') && after && <EditLink id={id} tier={tier} />}
            </p>
            {leading.length > 0 ? <Values rows={leading} /> : <p className="row-note">{t('same')}</p>}
            <details>
              <summary>{t('rest')}</summary>
              <Values rows={compared.filter((row) => !leading.includes(row))} />
            </details>
          </li>
        )
      })}
    </ul>
  )
}

type ComparedValue = { name: string; was: string | null; is: string | null }

function Values({ rows }: { rows: readonly ComparedValue[] }) {
  return (
    <dl className="plan-values">
      {rows.map(({ name, was, is }) => (
        <div key={name} data-changed={was !== is || undefined}>
          <dt>{name}</dt>
          <dd>
            <Changed before={was} after={is} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Marks a plan that only the draft has (new), or only the published edition (gone). */
export function SoldMark({ before, after }: Pick<DraftedPlan, 'before' | 'after'>) {
  const t = useTranslations('operatorPlans.table')
  if (before !== undefined && after !== undefined) return null
  return <span className="draft-mark">{t(before === undefined ? 'new' : 'gone')}</span>
}

export function EditLink({ id, tier }: Pick<DraftedPlan, 'id' | 'tier'>) {
  const t = useTranslations('operatorPlans.table')
  const tiers = useTranslations('plans.tiers')
  return (
    <ActLink act="plan" on={id} className="action-link" label={t('edit', { tier: tiers(tier) })}>
      {t('editShort')}
    </ActLink>
  )
}
