import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { commands, offlineCommands } from './commands.ts'

const pages = ['operation', 'backup', 'market-data', 'payments', 'settings']

test.each(locales)('every command is documented on a page for operators in %s', async (locale) => {
  const folder = join(import.meta.dirname, '../../content', locale, 'handbook')
  const texts = await Promise.all(pages.map((page) => readFile(join(folder, `${page}.md`), 'utf8')))
  const text = texts.join('\n')
  // The kinds of `import <kind>` are listed without the word `import`.
  const isThere = (name: string) => text.includes(name) || text.includes(name.replace(/^import (.*)/, '`$1`'))
  expect([...commands, ...offlineCommands].map(({ name }) => name).filter((name) => !isThere(name))).toEqual([])
})

const rules = readFile(join(import.meta.dirname, '../../deploy/prometheus/tapewire-alerts.yaml'), 'utf8')

test.each(locales)('every alert rule links to its section of the runbook, which exists in %s', async (locale) => {
  const links = [
    ...(await rules).matchAll(/alert: (\w+)[\s\S]*?runbook: \/en-US\/operator\/handbook\/runbook#([\w-]+)\n/g),
  ]
  const runbook = await readFile(join(import.meta.dirname, '../../content', locale, 'handbook/runbook.md'), 'utf8')
  const sections = [...runbook.matchAll(/^## (Tapewire\w+) \{#([\w-]+)\}\n\n\S/gm)]
  const named = (found: RegExpExecArray[]) => found.map(([, alert, anchor]) => `${alert} ${anchor}`)
  expect(named(sections)).toEqual(named(links))
  expect(links.length).toBe((await rules).match(/- alert: /g)?.length)
})

test('every command that an alert rule names exists', async () => {
  const named = [...(await rules).matchAll(/ommand "([^"]+)"/g)].map(([, name]) => name)
  expect(named).toContain('doctor')
  expect(named.filter((name) => !commands.some((command) => command.name === name))).toEqual([])
})
