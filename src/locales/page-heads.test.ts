import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { allWords } from './all-words.ts'
import type { Messages } from './messages.ts'

type PageHead = { title: string; description: string; keywords: string }

const isHead = (value: unknown): value is PageHead =>
  typeof value === 'object' && value !== null && 'title' in value && 'description' in value && 'keywords' in value

/** The heads that pages read from their texts: `meta` of a namespace, and each product page. */
function headsOf(messages: Messages): Map<string, PageHead> {
  const found = new Map<string, PageHead>()
  for (const [name, words] of Object.entries(messages))
    if ('meta' in words && isHead(words.meta)) found.set(name, words.meta)
  for (const [name, words] of Object.entries(messages.products)) if (isHead(words)) found.set(`products.${name}`, words)
  return found
}

test.each(locales)('in %s each page has a title, a description and keywords that no other page has', (locale) => {
  const heads = headsOf(allWords[locale])
  for (const page of ['login', 'callback', 'security', 'preferences', 'dashboard', 'payment', 'products.forex'])
    expect([...heads.keys()]).toContain(page)
  for (const part of ['title', 'description', 'keywords'] as const) {
    const texts = [...heads].map(([page, head]) => [page, head[part]])
    expect(texts.filter(([, text]) => text?.trim() === '')).toEqual([])
    const twice = texts.filter(([page, text]) => texts.some(([other, same]) => other !== page && same === text))
    expect(twice).toEqual([])
  }
})
