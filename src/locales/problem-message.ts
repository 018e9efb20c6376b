import { createTranslator } from 'use-intl/core'
import type { Problem, ProblemName } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { isRowReason } from '#src/contract/values/import-kind.ts'
import dataUS from './en-US/operator-data.ts'
import enUS from './en-US/problems.ts'
import dataCN from './zh-CN/operator-data.ts'
import zhCN from './zh-CN/problems.ts'
import dataHK from './zh-HK/operator-data.ts'
import zhHK from './zh-HK/problems.ts'

const words: Record<Locale, Record<ProblemName, string>> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }

const rowWords = { 'en-US': dataUS.reasons, 'zh-CN': dataCN.reasons, 'zh-HK': dataHK.reasons }

/** Mistakes that a refusal names in its words; the rest follow once these are mended. */
const namedMax = 5

/** The sentence for a mistake. */
export function problemMessage(locale: Locale, { name, values }: Problem): string {
  const messages: Record<string, string> = { [name]: words[locale][name] }
  return createTranslator({ locale, messages, timeZone: 'UTC', onError: throwError })(name, values)
}

/** The first mistakes as one text. */
export function problemsMessage(locale: Locale, problems: readonly Problem[]): string {
  const sentences = problems.slice(0, namedMax).map((problem) => problemMessage(locale, problem))
  return sentences.join(locale === 'en-US' ? ' ' : '')
}

/** The rules that rows of a file broke, as one text. One of an earlier release that is gone shows its name. */
export function rowReasonsMessage(locale: Locale, reasons: readonly string[]): string {
  const words = reasons.map((reason) => (isRowReason(reason) ? rowWords[locale][reason] : reason))
  return words.sort().join(locale === 'en-US' ? ', ' : '、')
}

function throwError(error: Error): never {
  throw error
}
