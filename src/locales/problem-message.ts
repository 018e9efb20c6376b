import { createTranslator } from 'use-intl/core'
import type { Problem } from '#src/contract/errors.ts'
import { type Locale, languages } from '#src/contract/locale.ts'
import { isRowReason } from '#src/contract/values/import-kind.ts'
import enUS from './en-US/problems.ts'
import { loadWords } from './load-words.ts'
import { rowReasonMessage } from './row-reason.ts'

const words = await loadWords('problems', enUS)

/** The maximum number of problems in one message. Further problems appear after the listed problems are fixed. */
const namedMax = 5

/** The sentence of a problem. A value `reason` that names a rule for rows is replaced by the rule's words. */
export function problemMessage(locale: Locale, { name, values }: Problem): string {
  const messages: Record<string, string> = { [name]: words[locale][name] }
  const say = createTranslator({ locale, messages, timeZone: 'UTC', onError: throwError })
  const { reason } = values
  const isReason = typeof reason === 'string' && isRowReason(reason)
  return say(name, isReason ? { ...values, reason: rowReasonMessage(locale, reason) } : values)
}

export function problemsMessage(locale: Locale, problems: readonly Problem[]): string {
  const sentences = problems.slice(0, namedMax).map((problem) => problemMessage(locale, problem))
  return sentences.join(languages[locale].marks.sentences)
}

/** The rules that rows of a file broke, as one text. A rule that no longer exists appears by its name. */
export function rowReasonsMessage(locale: Locale, reasons: readonly string[]): string {
  const words = reasons.map((reason) => (isRowReason(reason) ? rowReasonMessage(locale, reason) : reason))
  return words.sort().join(languages[locale].marks.items)
}

function throwError(error: Error): never {
  throw error
}
