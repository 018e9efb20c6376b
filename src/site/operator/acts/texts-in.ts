import { type Locale, perLocale } from '#src/contract/locale.ts'
import type { FormValues } from './act.tsx'

/** The texts of a form in each language; `prefix`: the beginning of the fields' names, such as `title-`. */
export function textsIn(values: FormValues, prefix: string): Record<Locale, string> {
  return perLocale((locale) => values.text(`${prefix}${locale}`))
}
