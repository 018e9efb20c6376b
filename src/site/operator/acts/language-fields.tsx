import type { ComponentProps } from 'react'
import { useLocale } from 'use-intl'
import { type Locale, languages, locales } from '#src/contract/locale.ts'
import { ActArea } from './act.tsx'

type Texts = Readonly<Partial<Record<Locale, string>>>
type Fields = Omit<ComponentProps<typeof ActArea>, 'name' | 'label' | 'lang'> & {
  /** Prefix of the field names, before the language tag: `title-`. */
  prefix?: string
  label(language: string): string
  texts?: Texts | undefined
}

export function LanguageAreas({ prefix = '', label, texts, ...field }: Fields) {
  return useOwnFirst().map((locale) => (
    <ActArea key={locale} {...field} {...about(locale, prefix, label)} defaultValue={texts?.[locale]} />
  ))
}

function useOwnFirst(): Locale[] {
  const own = useLocale()
  return [own, ...locales.filter((locale) => locale !== own)]
}

function about(locale: Locale, prefix: string, label: (language: string) => string) {
  return { name: `${prefix}${locale}`, label: label(languages[locale].name), lang: locale }
}
