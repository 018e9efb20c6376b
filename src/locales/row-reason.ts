import type { Locale } from '#src/contract/locale.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import enUS from './en-US/operator-data.ts'
import { loadWords } from './load-words.ts'

const words = await loadWords('operator-data', enUS)

export function rowReasonMessage(locale: Locale, reason: RowReason): string {
  return words[locale].reasons[reason]
}
