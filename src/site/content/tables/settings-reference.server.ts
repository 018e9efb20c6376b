import { variableGroups } from '#src/config-variables.ts'
import type { Locale } from '#src/contract/locale.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'
import { settingGroupWords, settingWords } from './settings-words.server.ts'

/** An address in a meaning is an example, not a link. */
const address = /\w+:\/\/[^\s,;，；]+/g

/** Every setting of the product as Markdown tables, group by group, made from the list that `config.ts` reads by. */
export function settingsReference(locale: Locale): string {
  const t = docsWords(locale)
  const head = [t('table.setting'), t('table.default'), t('table.meaning')]
  return variableGroups
    .map(({ title, variables }, position) => {
      const rows = variables.map(({ name, fallback, about }) => [
        `\`${name}\``,
        fallback ? `\`${fallback}\`` : '–',
        (settingWords(locale, name) ?? about).replace(address, '`$&`'),
      ])
      return `## ${settingGroupWords(locale, title) ?? title} {#group-${position + 1}}\n\n${markdownTable(head, rows)}`
    })
    .join('\n\n')
}
