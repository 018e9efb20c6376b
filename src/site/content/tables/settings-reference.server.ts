import type { Locale } from '#src/contract/locale.ts'
import { settingWords } from '#src/locales/setting-words.ts'
import type { SettingsGroup } from '#src/platform/setting.ts'
import { docsWords } from './docs-words.server.ts'
import { markdownTable } from './markdown-table.ts'

/** An address in a setting's description is an example, so it is not linked. */
const address = /\w+:\/\/[^\s,;，；]+/g

export function settingsReference(locale: Locale, groups: readonly SettingsGroup[]): string {
  const t = docsWords(locale)
  const head = [t('table.setting'), t('table.default'), t('table.meaning')]
  const words = settingWords[locale]
  return groups
    .map(({ name, settings }, position) => {
      const rows = Object.values(settings).map(({ env, doc, default: text }) => [
        `\`${env}\``,
        typeof text === 'string' ? `\`${text}\`` : '–',
        (words.meanings[env] ?? doc).replace(address, '`$&`'),
      ])
      return `## ${words.groups[name] ?? name} {#group-${position + 1}}\n\n${markdownTable(head, rows)}`
    })
    .join('\n\n')
}
