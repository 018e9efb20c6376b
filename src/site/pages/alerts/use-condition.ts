import { useLocale, useTranslations } from 'use-intl'
import { conditionText, type SayCondition, windowText } from '#src/contract/account/alert-words.ts'
import type { AlertCondition } from '#src/contract/account/alerts.ts'

export function useCondition() {
  const t = useTranslations('alerts.condition')
  const locale = useLocale()
  const none = { count: 0, value: '', window: '', name: '', interval: '' }
  const say: SayCondition = (word, values) => t(word, { ...none, ...values } as never)
  return {
    condition: (condition: AlertCondition) => conditionText(condition, locale, say),
    window: (minutes: number) => windowText(minutes, say),
  }
}
