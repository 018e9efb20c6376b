import type { AlertCondition } from './alerts.ts'

/** The keys of condition texts, as in `locales/…/alerts.ts` under `condition`. */
export type ConditionWord =
  | 'priceUp'
  | 'priceDown'
  | 'changeUp'
  | 'changeDown'
  | 'indicatorUp'
  | 'indicatorDown'
  | 'minutes'
  | 'hours'
export type SayCondition = (word: ConditionWord, values: Record<string, string | number>) => string

const hour = 60

/** A condition as a sentence: “Price rises to 200”. */
export function conditionText(condition: AlertCondition, locale: string, say: SayCondition): string {
  const value = valueText(condition.value, locale)
  const isUp = condition.direction === 'up'
  switch (condition.kind) {
    case 'price':
      return say(isUp ? 'priceUp' : 'priceDown', { value })
    case 'change':
      return say(isUp ? 'changeUp' : 'changeDown', { value, window: windowText(condition.minutes, say) })
    case 'indicator': {
      const params = Object.values(condition.params)
      const measure = condition.output === condition.name ? '' : ` ${condition.output}`
      const name = `${condition.name.toUpperCase()}${params.length > 0 ? `(${params.join(', ')})` : ''}${measure}`
      return say(isUp ? 'indicatorUp' : 'indicatorDown', { value, name, interval: condition.interval })
    }
  }
}

export function windowText(minutes: number, say: SayCondition): string {
  return minutes < hour ? say('minutes', { count: minutes }) : say('hours', { count: minutes / hour })
}

export function valueText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 8 }).format(value)
}
