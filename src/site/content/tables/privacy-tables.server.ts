import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import { browserStorage, type CookieName, cookieNameOn, cookies } from '#src/contract/privacy/browser-data.ts'
import { dataClasses } from '#src/contract/privacy/personal-data.ts'
import { namesOf } from '#src/contract/record.ts'
import enUS from '#src/locales/en-US/privacy.ts'
import { loadWords } from '#src/locales/load-words.ts'
import { periods } from '#src/privacy/periods.ts'
import { markdownTable } from './markdown-table.ts'

const words = await loadWords('privacy', enUS)

export function personalDataTable(locale: Locale): string {
  const { head, rows } = words[locale]
  const kept = createTranslator({ locale, messages: rows })
  const lines = dataClasses.map((name) => [rows[name].what, rows[name].why, kept(`${name}.kept`, periods)])
  return markdownTable([head.data, head.why, head.kept], lines)
}

export function cookiesTable(locale: Locale): string {
  const { head, cookies: holds } = words[locale]
  const names = namesOf(cookies)
  const lines = names.map((name) => [nameOf(locale, name), holds[name], lifeOf(locale, cookies[name].seconds)])
  return markdownTable([head.name, head.holds, head.kept], lines)
}

export function browserStorageTable(locale: Locale): string {
  const { head, storage } = words[locale]
  const keys = namesOf(browserStorage)
  const life = { local: head.untilCleared, session: head.untilClosed }
  const lines = keys.map((key) => [`\`${key}\``, storage[key], life[browserStorage[key]]])
  return markdownTable([head.name, head.holds, head.kept], lines)
}

function nameOf(locale: Locale, name: CookieName): string {
  const secureName = cookieNameOn(true, name)
  if (secureName === name) return `\`${name}\``
  // The build compiles texts that have placeholders to a form that only a translator function can fill in.
  return createTranslator({ locale, messages: words[locale].head })('cookieName', { name, secureName })
}

const units = [
  ['year', 365 * 86_400],
  ['day', 86_400],
  ['minute', 60],
] as const

/** A duration such as “30 days”, in the largest unit that divides it. */
function lifeOf(locale: Locale, seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds % size === 0) ?? units[2]
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
  return text.replace(/(\d)(\p{Script=Han})/u, '$1 $2')
}
