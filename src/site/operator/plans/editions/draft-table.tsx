import { useId } from 'react'
import { Form, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/plans-data.server.ts'
import { Changed } from './changed.tsx'
import { type DraftedPlan, DraftList, EditLink, SoldMark } from './draft-list.tsx'
import { usePlanRows } from './plan-rows.ts'

type Market = NonNullable<DataOf<'editions'>['market']>
type DraftTableProps = { plans: WirePlans; markets: readonly Market[]; market: Market; reader: Reader }

/** The plans of one market, by tier. Changes of the draft are marked, and the published value is struck out. */
export function DraftTable({ plans, markets, market, reader }: DraftTableProps) {
  const t = useTranslations('operatorPlans.table')
  const tiers = useTranslations('plans.tiers')
  const title = useId()
  const rows = usePlanRows()
  const { published, draft } = plans
  const entryOf = (edition: WirePlans['draft'], id: string) => edition?.document.plans.find((entry) => entry.id === id)
  const columns: DraftedPlan[] = market.plans.map(({ id, tier }) => {
    const before = entryOf(published, id)
    return { id, tier, before, after: draft ? entryOf(draft, id) : before }
  })
  return (
    <section className="panel" aria-labelledby={title}>
      <div className="flow-apart panel-head">
        <h2 id={title}>
          {draft === null
            ? t('published', { number: String(published.number) })
            : t('title', { draft: String(draft.number), published: String(published.number) })}
        </h2>
        <MarketChoice markets={markets} market={market} />
      </div>
      <DraftList plans={columns} rows={rows} isDraft={draft !== null} reader={reader} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it must scroll sideways by keyboard */}
      <section className="plan-wide dense-scroll" aria-label={market.name} tabIndex={0}>
        <table className="plan-diff">
          <thead>
            <tr>
              <th scope="col">{market.name}</th>
              {columns.map(({ id, tier, before, after }) => (
                <th key={id} scope="col">
                  {tiers(tier)}
                  <SoldMark before={before} after={after} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map(({ id, before, after }) => {
                  const [was, is] = [before ? value(before) : null, after ? value(after) : null]
                  return (
                    <td key={id} data-changed={was !== is || undefined}>
                      <Changed before={was} after={is} />
                    </td>
                  )
                })}
              </tr>
            ))}
            {reader.may('plans.draft') && (
              <tr>
                <th scope="row">{t('change')}</th>
                {columns.map(({ id, tier, after }) => (
                  <td key={id}>{after && <EditLink id={id} tier={tier} />}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function MarketChoice({ markets, market }: Pick<DraftTableProps, 'markets' | 'market'>) {
  const t = useTranslations('operatorPlans.table')
  const { pathname } = useLocation()
  return (
    <Form method="get" action={pathname} className="flow push-end market-pick" key={market.id}>
      <label>
        <span className="sr-only">{t('market')}</span>
        <select name="market" className="input input-dense" defaultValue={market.id}>
          {markets.map(({ id, name, differences }) => (
            <option key={id} value={id}>
              {differences > 0 ? t('marketWith', { name, count: String(differences) }) : name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn-outline btn-dense">
        {t('show')}
      </button>
    </Form>
  )
}
