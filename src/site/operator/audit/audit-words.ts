import { useTranslations } from 'use-intl'

/** An action in words: `order.create` becomes "Order · created". An action of an earlier release may show its name. */
export function useActionWords(): (action: string) => string {
  const t = useTranslations('operatorAudit')
  return (action) => {
    const [thing = '', act = ''] = action.split('.')
    const things = `things.${thing}` as 'things.order'
    const acts = `acts.${act}` as 'acts.create'
    return t.has(things) && t.has(acts) ? `${t(things)} · ${t(acts)}` : action
  }
}

/** The name of a fact in words. Facts of single acts may have none, and show their name. */
export function useFactWords(): (name: string) => string {
  const t = useTranslations('operatorAudit.facts')
  return (name) => (t.has(name as 'reason') ? t(name as 'reason') : name)
}
