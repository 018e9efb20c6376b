import type { Locale } from '#src/contract/locale.ts'
import { settingsGroupWords, settingWords } from '#src/locales/settings.ts'
import type { SettingsGroup } from '#src/platform/setting.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

/** An address in a meaning is an example, not a link. */
const address = /\w+:\/\/[^\s,;，；]+/g

export function settingsReference(locale: Locale, groups: readonly SettingsGroup[]): string {
  const t = docsWords(locale)
  const head = [t('table.setting'), t('table.default'), t('table.meaning')]
  const said = (words: (typeof settingWords)[string] | undefined, english: string) =>
    locale === 'en-US' ? english : (words?.[locale] ?? english)
  return groups
    .map(({ name, settings }, position) => {
      const rows = Object.values(settings).map(({ env, doc, default: text }) => [
        `\`${env}\``,
        typeof text === 'string' ? `\`${text}\`` : '–',
        said(settingWords[env], doc).replace(address, '`$&`'),
      ])
      return `## ${said(settingsGroupWords[name], name)} {#group-${position + 1}}\n\n${markdownTable(head, rows)}`
    })
    .join('\n\n')
}
