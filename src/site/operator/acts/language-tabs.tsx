import { type ReactNode, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Locale, languages, locales } from '#src/contract/locale.ts'
import { useActAnswer } from './act.tsx'
import './language-tabs.css'

type LanguageTabsProps = {
  /** The fields of one language; the language is part of their names, such as `title-zh-HK`. */
  children(locale: Locale, language: string): ReactNode
}

/**
 * Fields in each language. Tabs show one language at a time, initially the reader's language. Without scripts all
 * languages are visible.
 */
export function LanguageTabs({ children }: LanguageTabsProps) {
  const t = useTranslations('operator.act')
  const own = useLocale()
  const id = useId()
  const [chosen, setChosen] = useState(own)
  const answer = useActAnswer()
  const [seen, setSeen] = useState(answer)
  if (seen !== answer) {
    setSeen(answer)
    const refused = locales.find((locale) => answer?.param?.endsWith(locale))
    if (refused) setChosen(refused)
  }
  return (
    <div className="language-tabs">
      <div className="flow-middle" role="tablist" aria-label={t('languages')}>
        {[own, ...locales.filter((locale) => locale !== own)].map((locale) => (
          <button
            key={locale}
            type="button"
            role="tab"
            id={`${id}-${locale}`}
            aria-selected={locale === chosen}
            aria-controls={`${id}-${locale}-fields`}
            lang={locale}
            onClick={() => setChosen(locale)}
          >
            {languages[locale].name}
          </button>
        ))}
      </div>
      {locales.map((locale) => (
        <div
          key={locale}
          className="stack language-fields"
          role="tabpanel"
          id={`${id}-${locale}-fields`}
          aria-labelledby={`${id}-${locale}`}
          hidden={locale !== chosen}
        >
          {children(locale, languages[locale].name)}
        </div>
      ))}
    </div>
  )
}
