import { isErrorName } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { isRowReason } from '#src/contract/values/import-kind.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { rowReasonMessage } from '#src/locales/row-reason.ts'
import type { IngestResult } from './producer.ts'

export function answerText(result: IngestResult, locale: Locale): string {
  const { refused, ...data } = result
  const named = refused.map((line) => ({ ...line, msg: wordsFor(line.error, locale) }))
  return JSON.stringify({ code: 0, msg: 'ok', data: { ...data, refused: named } })
}

function wordsFor(error: string, locale: Locale): string {
  if (isRowReason(error)) return rowReasonMessage(locale, error)
  return isErrorName(error) ? errorMessage(locale, error) : error
}
