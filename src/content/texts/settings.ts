import { settingsGroup } from '#src/platform/setting.ts'
import { text } from '#src/platform/setting-schemas.ts'

export const contentSettings = settingsGroup('Texts', {
  dir: {
    env: 'CONTENT_DIR',
    doc: 'folder with your own terms.md, privacy.md, faq.md, words/*.md, docs/*.md and blog/*.md, each below its language, such as en-US; its head has title, description and keywords, and date in terms, privacy and blog, while words need no head; empty: the texts of the product',
    schema: text,
  },
})
