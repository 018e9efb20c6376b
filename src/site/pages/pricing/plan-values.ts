import { useTranslations } from 'use-intl'
import { grouped } from '../../ui/grouped.ts'
import type { PricedPlan } from './priced-plans.server.ts'

/** The limits, the delay and the history of a plan as texts for cards and tables. */
export function usePlanValues() {
  const t = useTranslations('pricing')
  return {
    limit: (value: number | null) => (value === null ? t('unlimited') : grouped(value)),
    delay: ({ delaySeconds }: PricedPlan) => {
      if (delaySeconds === 0) return t('values.live')
      return delaySeconds % 60 === 0
        ? t('values.minutes', { minutes: grouped(delaySeconds / 60) })
        : t('values.seconds', { seconds: grouped(delaySeconds) })
    },
    history: ({ historyDays }: PricedPlan) =>
      historyDays === null ? t('values.allHistory') : t('values.days', { days: grouped(historyDays) }),
  }
}
