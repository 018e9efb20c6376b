import type { Locale } from '#src/contract/locale.ts'
import type { Catalogue } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

/** The limits of the integrated market's plans, from the catalogue that the gateway enforces. */
export function plansTable({ plans }: Catalogue, locale: Locale): string {
  const t = docsWords(locale)
  const figure = (value: number | null) => (value === null ? t('table.unlimited') : value.toLocaleString(locale))
  const rows = plans
    .filter(({ market }) => market === 'integrated')
    .map((plan) => {
      const { perMinute, sockets, subscriptions } = plan.limits
      return [planName(plan, locale), figure(perMinute), figure(sockets), figure(subscriptions)]
    })
  return markdownTable([t('table.plan'), t('table.perMinute'), t('table.sockets'), t('table.subscriptions')], rows)
}
