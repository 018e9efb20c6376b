import { useTranslations } from 'use-intl'

/** Describes an act of the staff in words. A verb without words shows its name. */
export function useVerbWords() {
  const t = useTranslations('operator.verbs')
  return (verb: string) => {
    const name = verb.replace('.', '-') as 'credit-adjust'
    return t.has(name) ? t(name) : verb
  }
}
