import { settingsGroup } from '#src/platform/setting.ts'
import { text } from '#src/platform/setting-schemas.ts'

export const contentSettings = settingsGroup('Texts', {
  dir: {
    env: 'CONTENT_DIR',
    doc: 'folder with your own terms.md, privacy.md, faq.md, words/*.md and blog/*.md, each below its language, such as en-US, and with title, description and keywords (in the blog date, too) at its head; empty: the texts of the product',
    schema: text,
  },
})
