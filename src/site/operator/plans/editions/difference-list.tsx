import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { languages, locales } from '#src/contract/locale.ts'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import { Changed } from './changed.tsx'
import { SoldMark } from './draft-list.tsx'
import { usePlanRows } from './plan-rows.ts'

type DifferenceListProps = { plans: WirePlans; names: Readonly<Record<string, string>> }

/** Each difference between the draft and the published edition, as a line. */
export function DifferenceList({ plans: { draft, published, differences }, names }: DifferenceListProps) {
  const rows = usePlanRows()
  const termName = useTermName()
  const entryOf = (edition: WirePlans['draft'], id: string) => edition?.document.plans.find((entry) => entry.id === id)
  const lines: { key: string; name: string; value: ReactNode }[] = differences
    .filter(({ plan }) => plan === null)
    .map(({ field, before, after }) => ({
      key: field,
      name: termName(field),
      value: <Changed before={String(before ?? '–')} after={String(after ?? '–')} />,
    }))
  for (const id of new Set(differences.flatMap(({ plan }) => (plan === null ? [] : [plan])))) {
    const [before, after] = [entryOf(published, id), entryOf(draft, id)]
    const name = names[id] ?? id
    if (!before || !after) lines.push({ key: id, name, value: <SoldMark before={before} after={after} /> })
    else
      for (const row of rows) {
        const [was, is] = [row.value(before), row.value(after)]
        if (was !== is)
          lines.push({
            key: `${id} ${row.name}`,
            name: `${name} · ${row.name}`,
            value: <Changed before={was} after={is} />,
          })
      }
  }
  return (
    <ul className="difference-list">
      {lines.map(({ key, name, value }) => (
        <li key={key}>
          {name}: {value}
        </li>
      ))}
    </ul>
  )
}

function useTermName(): (field: string) => string {
  const t = useTranslations('operatorPlans.terms')
  const periods = useTranslations('plans.periods')
  const tierOf = useTranslations('plans.tiers')
  return (field) => {
    const [first, named, language] = field.split('.')
    const [tier, locale] = [tiers.find((one) => one === named), locales.find((one) => one === language)]
    if (first === 'tierNames' && tier && locale)
      return t('tierName', { tier: tierOf(tier), language: languages[locale].name })
    const period = (['month', 'quarter', 'half-year', 'year'] as const).find((one) => field === `periods.${one}.saving`)
    if (period) return t('saving', { period: periods(period) })
    return field === 'newcomerDiscount' ? t('newcomerPercent') : t('title')
  }
}
