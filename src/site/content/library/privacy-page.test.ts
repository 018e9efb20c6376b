import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Locale, locales } from '#src/contract/locale.ts'
import { browserStorage, choiceCookieText, cookies, cookieText } from '#src/contract/privacy/browser-data.ts'
import { dataClasses } from '#src/contract/privacy/personal-data.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { expand } from './expand.server.ts'
import { documentsOf } from './library.server.ts'

function rowsOf(locale: Locale): string[][][] {
  const page = documentsOf(locale).find(({ kind, slug }) => kind === 'page' && slug === 'privacy')
  if (!page) throw new Error(`no privacy page in ${locale}`)
  const tables = expand(page, { settings: testSettings(), kept: new Map() }).match(/(?:^\|.*(?:\n|$))+/gm) ?? []
  const cells = (line: string) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
  return tables.map((table) => table.trim().split('\n').slice(2).map(cells))
}

test.each(locales)(
  'the privacy page in %s has a row for each class of data, each cookie and each key of the browser storage',
  (locale) => {
    const [data = [], cookieRows = [], stored = []] = rowsOf(locale)
    expect(data).toHaveLength(dataClasses.length)
    expect(cookieRows.map(([name]) => /`([^`]+)`/.exec(name ?? '')?.[1])).toEqual(Object.keys(cookies))
    expect(stored.map(([name]) => name)).toEqual(Object.keys(browserStorage).map((key) => `\`${key}\``))
    for (const row of [...data, ...cookieRows, ...stored]) {
      expect(row).toHaveLength(3)
      for (const cell of row) expect(cell).toMatch(/^[^{}]+$/)
    }
  },
)

test('the privacy page states the expected retention times and cookie lifetimes', () => {
  const [data = [], cookieRows = []] = rowsOf('en-US')
  const text = data.map(([what, , kept]) => `${what}: ${kept}`).join('\n')
  for (const promised of [
    'Verification codes, and sign-ins under way: valid for 10 minutes, deleted a day later',
    'at most 30 days',
    'refused calls for 30 days',
    'network address: 2 years after the last change;',
    '14 days; the mail that confirms a deletion one day',
  ])
    expect(text).toContain(promised)
  expect(cookieRows.map(([, , life]) => life)).toEqual([
    ...['30 days', '30 days', '10 minutes', '30 days', '1 year', '10 years'],
    ...['1 year', '1 year', '1 year', '1 year', '1 year', '1 day'],
  ])
})

test('a cookie has the lifetime from the list of cookies, and setting an empty value deletes the cookie', () => {
  expect(cookieText('theme', 'dark', { secure: false })).toBe('theme=dark; Path=/; Max-Age=31536000; SameSite=Lax')
  expect(cookieText('sign-in', 'x', { secure: true, httpOnly: true })).toBe(
    '__Host-sign-in=x; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  )
  for (const name of ['lang', 'locale', 'theme', 'upcolor', 'analytics'] as const)
    for (const value of ['x', ''])
      expect(choiceCookieText(name, value, true)).toBe(cookieText(name, value, { secure: true }))
  expect(choiceCookieText('upcolor', '', false)).toContain('Max-Age=0')
})

test('cookies and browser storage are written in only three files of the source', () => {
  const writers =
    /Max-Age=|[Ss]et-[Cc]ookie['"],\s*['"`]|document\.cookie\s*=|cookieStore|localStorage|sessionStorage|indexedDB|\bcaches\.open/
  const through = /document\.cookie = (cookie$|choiceCookieText\()/gm
  const files = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const found = files.filter((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(through, '')
    return writers.test(text)
  })
  expect(found.sort()).toEqual([
    'src/contract/privacy/browser-data.ts',
    'src/site/browser/browser-store.ts',
    'src/site/first-paint/refused-storage.ts',
  ])
})
