import { locales } from '#src/contract/locale.ts'
import type { OwnTexts } from './kept-texts.ts'
import type { OwnText } from './own-text.ts'
import { sectionsKey } from './page-words.ts'

/** A text that the operator wrote in another language, but not in the language of `path`. `texts`: the missing keys. */
export type Untranslated = { path: string; texts: string[] }

/** The texts that the operator wrote in some languages only: the path of each missing text. */
export function untranslatedOf(texts: OwnTexts): Untranslated[] {
  const bySubject = Map.groupBy(texts.values(), ({ kind, slug }) => (kind === 'page' ? slug : `${kind}/${slug}`))
  return [...bySubject]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, own]) => {
      const keys = new Set(own.flatMap(keysOf))
      return locales.flatMap((locale): Untranslated[] => {
        const here = own.find((text) => text.locale === locale)
        const path = `${locale}/${name}.md`
        if (!here && own[0]?.kind !== 'words') return [{ path, texts: [] }]
        const there = new Set(here ? keysOf(here) : [])
        const missing = [...keys].filter((key) => !there.has(key))
        return missing.length > 0 ? [{ path, texts: missing }] : []
      })
    })
}

/** The keys of a page's words, and the filled parts of its head. The order of sections needs no translation. */
function keysOf(text: OwnText): string[] {
  if (text.kind !== 'words') return []
  const head = (['title', 'description', 'keywords'] as const).filter((name) => text[name] !== '')
  return [...head, ...text.words.texts.keys()].filter((key) => key !== sectionsKey)
}
