import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Locale, locales } from '../src/contract/locale.ts'
import { missingIn } from '../src/locales/load-words.ts'

const root = join(import.meta.dirname, '..')

/** Files and texts that exist in English but not in another language: `src/locales/zh-HK/frame.ts: footer.rights`. */
export async function missingWords(): Promise<string[]> {
  const words = filesOf('src/locales', '*.ts')
  const documents = filesOf('content', '**/*.md')
  const missing: string[] = []
  for (const locale of locales) {
    for (const file of words) missing.push(...(await missingTexts(file, locale)))
    for (const file of documents) if (!existsSync(file(locale))) missing.push(file(locale).slice(root.length + 1))
  }
  return missing
}

type File = (locale: Locale) => string

function filesOf(folder: string, pattern: string): File[] {
  const names = globSync(pattern, { cwd: join(root, folder, 'en-US') })
  return names.map((name) => (locale) => join(root, folder, locale, name))
}

async function missingTexts(file: File, locale: Locale): Promise<string[]> {
  const name = file(locale).slice(root.length + 1)
  if (!existsSync(file(locale))) return [name]
  const [english, words] = await Promise.all([file('en-US'), file(locale)].map(wordsAt))
  return missingIn(words, english ?? {}).map((text) => `${name}: ${text}`)
}

async function wordsAt(path: string): Promise<object> {
  const module: { default: object } = await import(pathToFileURL(path).href)
  return module.default
}
