import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { assetClasses } from '#src/contract/market.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { demoInstruments } from '../../showcase/showcase.ts'
import { findDocument } from '../library/library.server.ts'
import { docBody } from './doc-body.server.ts'

const facts = { settings: testSettings({}), kept: new Map() }

function bodyOf(locale: (typeof locales)[number], slug: string) {
  const document = findDocument(facts, locale, 'docs', slug)
  if (!document) throw new Error(`no page ${slug}`)
  return docBody(document, facts)
}

const pages = ['symbols', 'limits', 'rest/market', ...assetClasses.map((name) => `rest/${name}`)]
const everyPage = locales.flatMap((locale) => pages.map((slug) => [locale, slug] as const))

test.each(everyPage)(
  'on page %s/%s the example request of each call has every required parameter and no unknown parameter',
  (...at) => {
    const { calls } = bodyOf(...at)
    expect(calls.length).toBeGreaterThan(0)
    for (const { path, query, parameters } of calls) {
      const names = parameters.map(({ name }) => name)
      const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
      expect(Object.keys(query), path).toEqual(expect.arrayContaining(required))
      expect(names, path).toEqual(expect.arrayContaining(Object.keys(query)))
    }
  },
)

test.each(assetClasses)('the example calls of class %s use an instrument that the demo key may read', (assetClass) => {
  const open = demoInstruments.filter((one) => one.class === assetClass).map(({ code }): string => code)
  for (const { path, query } of bodyOf('en-US', `rest/${assetClass}`).calls) {
    const [code] = (query.code ?? query.codes ?? '').split(',')
    if (code) expect(open, path).toContain(code)
  }
})

test.each(assetClasses)('the example responses of class %s name no demo instrument of another class', (assetClass) => {
  const calls = bodyOf('en-US', `rest/${assetClass}`).calls.filter(({ query }) => query.code ?? query.codes)
  expect(calls.length).toBeGreaterThan(10)
  const foreign = demoInstruments.filter((one) => one.class !== assetClass).map(({ code }) => code)
  for (const { path, answer } of calls) for (const code of foreign) expect(answer, path).not.toContain(`"${code}"`)
})

test('a reference page shows all of its text before the calls, and the headings include the calls', () => {
  const { before, calls, after, headings } = bodyOf('en-US', 'limits')
  expect(headings.map(({ id }) => id)).toEqual(expect.arrayContaining(['limits', ...calls.map(({ id }) => id)]))
  expect(before.length).toBeGreaterThan(1)
  expect(after).toEqual([])
})

test('the description of a parameter states the values that the contract accepts', () => {
  const [kline] = bodyOf('en-US', 'rest/stock').calls
  const takes = Object.fromEntries(kline?.parameters.map((one) => [one.name, one.takes]) ?? [])
  expect(takes.limit).toEqual({ kind: 'number', min: 1, max: 5000 })
  expect(takes.interval).toMatchObject({ kind: 'choice', choices: expect.arrayContaining(['1m', '45m', '1y']) })
  expect(takes.code).toEqual({ kind: 'text' })
  expect(kline?.answer).toContain('"code": 0')
})
