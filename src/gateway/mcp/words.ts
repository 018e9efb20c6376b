import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import enUS from '#src/locales/en-US/mcp.ts'
import { loadWords } from '#src/locales/load-words.ts'

const words = await loadWords('mcp', enUS)

export function mcpWords(locale: Locale) {
  return createTranslator<{ mcp: typeof enUS }, 'mcp'>({
    locale,
    messages: { mcp: words[locale] as typeof enUS },
    namespace: 'mcp',
    timeZone: 'UTC',
  })
}
