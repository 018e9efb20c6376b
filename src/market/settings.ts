import { settingsGroup } from '#src/platform/setting.ts'
import { text } from '#src/platform/setting-schemas.ts'

export const importSettings = settingsGroup('Files', {
  folder: {
    env: 'IMPORT_DIR',
    doc: 'a folder whose files are imported by themselves, once each, as soon as they are whole; empty: none',
    schema: text,
  },
})
