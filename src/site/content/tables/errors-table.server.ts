import type { Locale } from '#src/contract/locale.ts'
import { errorTable } from '#src/locales/error-message.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

/** All errors, in a folded section for each HTTP status. */
export function errorsTable(locale: Locale): string {
  const t = docsWords(locale)
  const errors = errorTable(locale)
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b)
  const head = [t('table.error'), '`code`', t('table.message')]
  return statuses
    .map((status) => {
      const own = errors.filter((error) => error.status === status)
      const rows = own.map(({ name, code, message }) => [`\`${name}\``, String(code), message])
      const heading = `### ${t('table.errorsOf', { status: String(status), count: own.length })} {#status-${status} folded}`
      return `${heading}\n\n${markdownTable(head, rows)}`
    })
    .join('\n\n')
}
