import { useTranslations } from 'use-intl'

/**
 * An action in words: `order.create` becomes "Order · created". An action without words, such as one of an earlier
 * release, shows its name.
 */
export function useActionWords(): (action: string) => string {
  const t = useTranslations('operatorAudit')
  return (action) => {
    const [thing = '', act = ''] = action.split('.')
    const things = `things.${thing}` as 'things.order'
    const acts = `acts.${act}` as 'acts.create'
    return t.has(things) && t.has(acts) ? `${t(things)} · ${t(acts)}` : action
  }
}

/** A fact's name in words. A fact without words shows its name. */
export function useFactWords(): (name: string) => string {
  const t = useTranslations('operatorAudit.facts')
  return (name) => (t.has(name as 'reason') ? t(name as 'reason') : name)
}
