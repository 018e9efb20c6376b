import type { Locale } from '#src/contract/locale.ts'
import { allWords } from '#src/locales/all-words.ts'
import type { Messages, Namespace } from '#src/locales/messages.ts'

export function wordsOf<N extends Namespace>(locale: Locale, namespaces: readonly N[]): Pick<Messages, N> {
  const words = allWords[locale]
  return Object.fromEntries(namespaces.map((name) => [name, words[name]])) as unknown as Pick<Messages, N>
}

type Tree = { [key: string]: string | Tree }

/** Keeps only the named texts (`pricing`, `pricing.title`). For pages whose scripts use few of their texts. */
export function scriptedWords<W extends object>(words: W, names: readonly string[]): W {
  const kept: Tree = {}
  for (const name of names) {
    const keys = name.split('.')
    let [from, to] = [words as Tree, kept]
    for (const [depth, key] of keys.entries()) {
      const found = Object.hasOwn(from, key) ? from[key] : undefined
      if (found === undefined) throw new Error(`The page has no words ${name}.`)
      if (depth === keys.length - 1 || typeof found === 'string') to[key] = found
      else {
        const below = to[key] ?? {}
        to[key] = below
        ;[from, to] = [found, below as Tree]
      }
    }
  }
  return kept as W
}
