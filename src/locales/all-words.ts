import { type Locale, perLocale } from '#src/contract/locale.ts'
import { namesOf } from '#src/contract/record.ts'
import enUS from './en-US.ts'
import { loadWords } from './load-words.ts'
import type { Messages } from './messages.ts'

const namespaces = namesOf(enUS)
const loaded = await Promise.all(namespaces.map((name) => loadWords(fileOf(name), enUS[name])))

export const allWords: Readonly<Record<Locale, Messages>> = perLocale(
  (locale) =>
    Object.fromEntries(namespaces.map((name, index) => [name, loaded[index]?.[locale]])) as unknown as Messages,
)

/** The file of a namespace: `operatorNow` → `operator-now`. */
function fileOf(namespace: string): string {
  return namespace.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
