import { type ReactNode, useEffect, useState } from 'react'
import { IntlProvider, useLocale } from 'use-intl'
import type { Messages } from '#src/locales/messages.ts'
import './palette.css'
import { PaletteDialog } from './palette-dialog.tsx'

type Words = Pick<Messages, 'search'> & { demoNames: Messages['chart']['search']['demoNames'] }

const known = new Map<string, Words>()

/** The search of the whole site. Its texts are loaded when the search opens, because no page needs them earlier. */
export function Palette({ close }: { close(): void }) {
  const locale = useLocale()
  const [words, setWords] = useState(known.get(locale) ?? null)
  useEffect(() => {
    if (words) return
    // Without its texts the dialog cannot be shown, so the search page of the documentation opens instead.
    wordsOf(locale).then(setWords, () => location.assign(`/${locale}/docs/search`))
  }, [locale, words])
  if (!words) return null
  return (
    <Speaking words={words}>
      <PaletteDialog demoNames={words.demoNames} close={close} />
    </Speaking>
  )
}

function Speaking({ words, children }: { words: Words; children: ReactNode }) {
  return (
    <IntlProvider locale={useLocale()} messages={{ search: words.search } as never} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}

async function wordsOf(locale: string): Promise<Words> {
  const response = await fetch(`/${locale}/search-words.json`)
  if (!response.ok) throw new Error(`the words of the search: ${response.status}`)
  const words: Words = await response.json()
  known.set(locale, words)
  return words
}
