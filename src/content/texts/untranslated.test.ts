import { expect, test } from 'vitest'
import type { Locale } from '#src/contract/locale.ts'
import { type OwnText, readOwnText } from './own-text.ts'
import { untranslatedOf } from './untranslated.ts'

const article = '---\ntitle: News\ndescription: d\nkeywords: k\ndate: 2026-12-01\n---\nNew.\n'

async function textsOf(files: Record<string, string>): Promise<ReadonlyMap<string, OwnText>> {
  const read = await Promise.all(
    Object.entries(files).map(([path, source]) => readOwnText(path, new TextEncoder().encode(source), 0)),
  )
  expect(read.flatMap(({ faults }) => faults)).toEqual([])
  const texts = read.flatMap(({ text }) => text ?? [])
  return new Map(texts.map((text) => [`${text.locale}/${text.kind}/${text.slug}`, text]))
}

const inEvery = (name: string, source: string) =>
  Object.fromEntries((['en-US', 'zh-CN', 'zh-HK'] satisfies Locale[]).map((locale) => [`${locale}/${name}`, source]))

test('a text that the operator wrote in every language is not reported as untranslated', async () => {
  const words = '---\ntitle: Home\n---\nhero.title: Ours\n'
  const texts = await textsOf({ ...inEvery('blog/news.md', article), ...inEvery('words/home.md', words) })
  expect(untranslatedOf(texts)).toEqual([])
})

test('an untranslated document or page text of the operator is reported for each language that lacks it', async () => {
  const texts = await textsOf({
    'en-US/blog/news.md': article,
    'en-US/words/home.md': '---\ntitle: Home\n---\nhero.title: Ours\nhero.kick: Ours\nsections: product\n',
    'zh-CN/words/home.md': '---\n\n---\nhero.kick: 我们\n',
  })
  expect(untranslatedOf(texts)).toEqual([
    { path: 'zh-CN/blog/news.md', texts: [] },
    { path: 'zh-HK/blog/news.md', texts: [] },
    { path: 'zh-CN/words/home.md', texts: ['title', 'hero.title'] },
    { path: 'zh-HK/words/home.md', texts: ['title', 'hero.title', 'hero.kick'] },
  ])
})
