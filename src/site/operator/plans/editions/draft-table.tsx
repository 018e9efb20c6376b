import { type ReactNode, useId } from 'react'
import { Form, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import type { PlanEntry } from '#src/contract/sales/plan-document.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ActLink } from '../../acts/act.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/plans-data.server.ts'
import { Changed } from './changed.tsx'

type Market = NonNullable<DataOf<'editions'>['market']>
type DraftTableProps = { plans: WirePlans; markets: readonly Market[]; market: Market; reader: Reader }

/** The plans of one market, tier by tier; what the draft changes is marked, with the published value struck out. */
export function DraftTable({ plans, markets, market, reader }: DraftTableProps) {
  const t = useTranslations('operatorPlans.table')
  const tiers = useTranslations('plans.tiers')
  const title = useId()
  const rows = useRows()
  const { published, draft } = plans
  const entryOf = (edition: WirePlans['draft'], id: string) => edition?.document.plans.find((entry) => entry.id === id)
  const columns = market.plans.map(({ id, tier }) => {
    const before = entryOf(published, id)
    return { id, tier, before, after: draft ? entryOf(draft, id) : before }
  })
  return (
    <section className="panel" aria-labelledby={title}>
      <div className="panel-head">
        <h2 id={title}>
          {draft === null
            ? t('published', { number: String(published.number) })
            : t('title', { draft: String(draft.number), published: String(published.number) })}
        </h2>
        <MarketChoice markets={markets} market={market} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, and the keyboard must be able to do that */}
      <section className="dense-scroll" aria-label={market.name} tabIndex={0}>
        <table className="plan-diff">
          <thead>
            <tr>
              <th scope="col">{market.name}</th>
              {columns.map(({ id, tier, before, after }) => (
                <th key={id} scope="col">
                  {tiers(tier)}
                  {before === undefined && <span className="draft-mark">{t('new')}</span>}
                  {after === undefined && <span className="draft-mark">{t('gone')}</span>}
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
                  <td key={id}>{after && <EditLink id={id}>{t('edit', { tier: tiers(tier) })}</EditLink>}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function EditLink({ id, children }: { id: string; children: string }) {
  const t = useTranslations('operatorPlans.table')
  return (
    <ActLink act="plan" on={id} className="action-link" label={children}>
      {t('editShort')}
    </ActLink>
  )
}

/** A market by its name, with the number of its differences. */
function MarketChoice({ markets, market }: Pick<DraftTableProps, 'markets' | 'market'>) {
  const t = useTranslations('operatorPlans.table')
  const { pathname } = useLocation()
  return (
    <Form method="get" action={pathname} className="market-pick" key={market.id}>
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

type Row = { name: ReactNode & string; value(entry: PlanEntry): string }

function useRows(): Row[] {
  const t = useTranslations('operatorPlans.fields')
  const limit = (value: number | null) => (value === null ? t('noLimit') : grouped(value))
  const features = useTranslations('plans.features')
  return [
    { name: t('price'), value: ({ price }) => (price === null ? t('onRequest') : grouped(price)) },
    { name: t('perMinute'), value: ({ perMinute }) => limit(perMinute) },
    { name: t('sockets'), value: ({ sockets }) => limit(sockets) },
    { name: t('subscriptions'), value: ({ subscriptions }) => limit(subscriptions) },
    {
      name: t('delaySeconds'),
      value: ({ delaySeconds }) => (delaySeconds === 0 ? t('live') : t('seconds', { count: String(delaySeconds) })),
    },
    {
      name: t('historyDays'),
      value: ({ historyDays }) => (historyDays === null ? t('all') : t('days', { count: historyDays })),
    },
    { name: t('classes'), value: ({ classes }) => [...classes].sort().join(', ') },
    {
      name: t('features'),
      value: (entry) =>
        entry.features.length === 8
          ? t('allFeatures')
          : [...entry.features]
              .sort()
              .map((name) => features(name))
              .join(', '),
    },
    { name: t('search'), value: ({ search }) => t(search === 'full' ? 'full' : 'firstPage') },
    { name: t('files'), value: ({ files }) => t(files ? 'yes' : 'no') },
  ]
}
