import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { commands, offlineCommands } from './commands.ts'

const pages = ['operation', 'backup', 'market-data', 'payments', 'settings']

test.each(locales)('every command is documented on a page for operators in %s', async (locale) => {
  const folder = join(import.meta.dirname, '../../content', locale, 'docs')
  const texts = await Promise.all(pages.map((page) => readFile(join(folder, `${page}.md`), 'utf8')))
  const text = texts.join('\n')
  // The kinds of `import <kind>` are listed without the word `import`.
  const isThere = (name: string) => text.includes(name) || text.includes(name.replace(/^import (.*)/, '`$1`'))
  expect([...commands, ...offlineCommands].map(({ name }) => name).filter((name) => !isThere(name))).toEqual([])
})
