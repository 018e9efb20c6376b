import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import type { Words } from '#src/contract/words.ts'
import enUS from '#src/locales/en-US/mcp.ts'
import zhCN from '#src/locales/zh-CN/mcp.ts'
import zhHK from '#src/locales/zh-HK/mcp.ts'

const words: Record<Locale, Words<typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }

export function mcpWords(locale: Locale) {
  return createTranslator<{ mcp: typeof enUS }, 'mcp'>({
    locale,
    messages: { mcp: words[locale] as typeof enUS },
    namespace: 'mcp',
    timeZone: 'UTC',
  })
}
