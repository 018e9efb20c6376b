import { useTranslations } from 'use-intl'
import { locales } from '#src/contract/locale.ts'
import type { PlanEntry } from '#src/contract/sales/plan-document.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useListed } from '../../parts/words/use-listed.ts'

export type PlanRow = { name: string; value(entry: PlanEntry): string }

export function usePlanRows(): PlanRow[] {
  const t = useTranslations('operatorPlans.fields')
  const limit = (value: number | null) => (value === null ? t('noLimit') : grouped(value))
  const features = useTranslations('plans.features')
  const listed = useListed()
  const classNames = useTranslations('frame.classes')
  return [
    {
      name: t('name'),
      value: ({ names = {} }) => locales.flatMap((locale) => names[locale] ?? []).join(' / ') || t('standardName'),
    },
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
    {
      name: t('classes'),
      value: ({ classes }) =>
        listed([...classes].sort().map((name) => classNames(`${name === 'stock' ? 'stocks' : name}.name`))),
    },
    {
      name: t('features'),
      value: (entry) =>
        entry.features.length === 8
          ? t('allFeatures')
          : listed([...entry.features].sort().map((name) => features(name))),
    },
    { name: t('search'), value: ({ search }) => t(search === 'full' ? 'full' : 'firstPage') },
    { name: t('files'), value: ({ files }) => t(files ? 'yes' : 'no') },
  ]
}
