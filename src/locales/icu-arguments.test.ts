import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { allWords } from './all-words.ts'

/** Every text by its path, such as `frame.footer.rights`. */
function texts(tree: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value)
    else for (const [name, text] of texts(value, `${path}${key}.`)) found.set(name, text)
  }
  return found
}

/**
 * Arguments whose value the text shows. An argument that only chooses a plural form, without `#`, does not count,
 * because Chinese has no plural forms.
 */
function argumentsOf(text: string): string[] {
  const shown = text.includes('#') ? text : text.replaceAll(/\{\w+, plural,/g, '')
  return [...new Set([...shown.matchAll(/\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? ''))].sort()
}

test.each(locales)('texts in %s have the same ICU arguments as the English texts', (locale) => {
  const translated = texts(allWords[locale])
  for (const [key, text] of texts(allWords['en-US']))
    expect(argumentsOf(translated.get(key) ?? ''), key).toEqual(argumentsOf(text))
})
