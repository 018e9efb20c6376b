import type { Locale } from '#src/contract/locale.ts'
import type { Words } from '#src/contract/words.ts'
import enUS from '#src/locales/en-US/reference.ts'
import zhCN from '#src/locales/zh-CN/reference.ts'
import zhHK from '#src/locales/zh-HK/reference.ts'

const words: Record<Locale, Words<typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }

export function referenceWords(locale: Locale): Words<typeof enUS> {
  return words[locale]
}
