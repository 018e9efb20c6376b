import type { Locale } from '#src/contract/locale.ts'
import type { Words } from '#src/contract/words.ts'
import type enUS from './en-US.ts'

/** Every text of one language, by namespace. The types ensure that all languages have the same keys. */
export type Messages = Words<typeof enUS>
export type Namespace = keyof Messages

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof enUS
  }
}
