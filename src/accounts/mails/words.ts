import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import type { Words } from '#src/contract/words.ts'
import enUS from '#src/locales/en-US/mails.ts'
import { loadWords } from '#src/locales/load-words.ts'

const words = await loadWords('mails', enUS)

type Values = Record<string, string | number>
type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>
}[keyof T & string]
export type MailKey = Leaves<typeof enUS>
export type Say = (key: MailKey, values?: Values) => string

export function mailWords(locale: Locale): Say {
  return createTranslator<Words<typeof enUS>>({ locale, messages: words[locale], timeZone: 'UTC' })
}
