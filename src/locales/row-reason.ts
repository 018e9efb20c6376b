import type { Locale } from '#src/contract/locale.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import enUS from './en-US/operator-data.ts'
import zhCN from './zh-CN/operator-data.ts'
import zhHK from './zh-HK/operator-data.ts'

const words: Record<Locale, Record<RowReason, string>> = {
  'en-US': enUS.reasons,
  'zh-CN': zhCN.reasons,
  'zh-HK': zhHK.reasons,
}

/** The rule that a row broke, in the caller's language. */
export function rowReasonMessage(locale: Locale, reason: RowReason): string {
  return words[locale][reason]
}
