import type { Locale } from '#src/contract/locale.ts'
import { errorTable } from '#src/locales/error-message.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

export function errorsTable(locale: Locale): string {
  const t = docsWords(locale)
  const head = [t('table.error'), 'HTTP', '`code`', t('table.message')]
  const rows = errorTable(locale).map(({ name, status, code, message }) => [
    `\`${name}\``,
    String(status),
    String(code),
    message,
  ])
  return markdownTable(head, rows)
}
