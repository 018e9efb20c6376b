import type { Locale } from '#src/contract/locale.ts'
import { countryCodes, countryNames } from '#src/contract/values/countries.ts'

/** Country codes with their names, in the order of a language. */
export type Countries = readonly (readonly [code: string, name: string])[]

export function countriesIn(locale: Locale): Countries {
  const nameOf = countryNames(locale)
  const { compare } = new Intl.Collator(locale)
  return countryCodes.map((code) => [code, nameOf(code)] as const).sort(([, a], [, b]) => compare(a, b))
}
