import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const site = join(import.meta.dirname, '../src/site')

/** The page to which a style sheet belongs; null if several pages use it. */
function pageOf(file: string): string | null {
  const [area = '', page = ''] = file.split('/')
  const isShared = area !== 'pages' && (area !== 'operator' || ['acts', 'parts', 'search', 'shell'].includes(page))
  return isShared ? null : `${area}/${page}`
}

/** The classes with which top-level rules begin, in a layer or outside of layers. */
function classesIn(text: string): string[] {
  const pattern = /^@layer/m.test(text) ? /^ {2}\.([\w-]+)[^{}]*[{,]$/gm : /^\.([\w-]+)[^{}]*[{,]$/gm
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

// The style sheets of all pages that a reader has opened stay loaded, so a shared class name would mix styles.
test('no two pages style the same CSS class', () => {
  const pages = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: site })) {
    const page = pageOf(file)
    if (page === null) continue
    for (const name of classesIn(readFileSync(join(site, file), 'utf8')))
      pages.set(name, (pages.get(name) ?? new Set()).add(page))
  }
  expect(pages.size).toBeGreaterThan(200)
  const shared = [...pages].filter(([, users]) => users.size > 1)
  expect(shared.map(([name, users]) => `.${name}: ${[...users].join(', ')}`)).toEqual([])
})
