import type { Locale } from '#src/contract/locale.ts'
import enUS from '#src/locales/en-US.ts'
import type { Messages, Namespace } from '#src/locales/messages.ts'
import zhCN from '#src/locales/zh-CN.ts'
import zhHK from '#src/locales/zh-HK.ts'

const all: Record<Locale, Messages> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }

/** The texts of some namespaces in one language: what a page sends to the browser. */
export function wordsOf<N extends Namespace>(locale: Locale, namespaces: readonly N[]): Pick<Messages, N> {
  const words = all[locale]
  return Object.fromEntries(namespaces.map((name) => [name, words[name]])) as unknown as Pick<Messages, N>
}
