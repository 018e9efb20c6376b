import { expect, test } from 'vitest'
import enUS from './en-US.ts'
import zhCN from './zh-CN.ts'
import zhHK from './zh-HK.ts'

type PageHead = { title: string; description: string; keywords: string }

const isHead = (value: unknown): value is PageHead =>
  typeof value === 'object' && value !== null && 'title' in value && 'description' in value && 'keywords' in value

/** The heads that pages take from their words: `meta` of a namespace, and each product page. */
function headsOf(messages: typeof enUS | typeof zhCN | typeof zhHK): Map<string, PageHead> {
  const found = new Map<string, PageHead>()
  for (const [name, words] of Object.entries(messages))
    if ('meta' in words && isHead(words.meta)) found.set(name, words.meta)
  for (const [name, words] of Object.entries(messages.products)) if (isHead(words)) found.set(`products.${name}`, words)
  return found
}

test.each([
  ['en-US', enUS],
  ['zh-CN', zhCN],
  ['zh-HK', zhHK],
])('in %s each page has a title, a description and keywords that no other page has', (_locale, messages) => {
  const heads = headsOf(messages)
  for (const page of ['login', 'callback', 'security', 'preferences', 'dashboard', 'payment', 'products.forex'])
    expect([...heads.keys()]).toContain(page)
  for (const part of ['title', 'description', 'keywords'] as const) {
    const texts = [...heads].map(([page, head]) => [page, head[part]])
    expect(texts.filter(([, text]) => text?.trim() === '')).toEqual([])
    const twice = texts.filter(([page, text]) => texts.some(([other, same]) => other !== page && same === text))
    expect(twice).toEqual([])
  }
})
