import { expect, test } from 'vitest'
import { range } from '#src/contract/data/bars.ts'
import { pages } from '#src/contract/data/company.ts'
import { listQuery } from '#src/contract/data/symbols.ts'
import { assetClasses } from '#src/contract/market.ts'
import { dataRoutes, type RestDeps } from '#src/gateway/rest/routes.ts'
import { answerWords } from '#src/locales/answer-words.ts'
import enUS from '#src/locales/en-US/reference.ts'
import zhCN from '#src/locales/zh-CN/reference.ts'
import zhHK from '#src/locales/zh-HK/reference.ts'
import { answerFields } from '#src/site/content/reference/call-facts.server.ts'
import { accountCalls, classCalls, marketCalls, symbolCalls } from '#src/site/content/reference/rest-calls.server.ts'
import { restReference } from '#src/site/content/reference/rest-reference.server.ts'

const routes = [...dataRoutes({} as RestDeps).keys()]
const calls = [...assetClasses.flatMap(classCalls), ...symbolCalls, ...marketCalls, ...accountCalls]
const documented = calls.map(({ path }) => path)

const isOld = (path: string) => path === '/symbol/holidays' || path.endsWith('/base')
/** Routes that other pages of the documentation describe: those for old clients and for the chart's search. */
const elsewhere = ['/symbol/web/page', ...routes.filter((path) => isOld(path) || path.startsWith('/udf/'))]

test('the REST reference documents exactly the data calls that the gateway serves', () => {
  expect(documented.toSorted()).toEqual(routes.filter((path) => !elsewhere.includes(path)).toSorted())
})

const wholes = [
  ['limit', range.limit],
  ['listLimit', listQuery.limit],
  ['size', pages.size],
] as const

test.each(wholes)(
  'the description of the parameter %s states the bounds and the default of the contract',
  (name, field) => {
    const { minValue, maxValue } = field.unwrap()
    for (const { params } of [enUS, zhCN, zhHK]) {
      const numbers = params[name].replaceAll(',', '').match(/\d+/g)?.map(Number)
      expect(numbers).toEqual(expect.arrayContaining([minValue, maxValue, field.def.defaultValue]))
    }
  },
)

test('in the REST reference of /stock/indicator, `name` and `interval` are required parameters and `limit` is an optional one', () => {
  const page = restReference('en-US', 'stock') ?? ''
  const indicator = page.slice(page.indexOf('## GET /stock/indicator'))
  expect(indicator).toMatch(/^\| `name` \| yes \|/m)
  expect(indicator).toMatch(/^\| `interval` \| yes \|/m)
  expect(indicator).toMatch(/^\| `limit` \| no \|/m)
})

test('the REST reference describes exactly the fields of each response in English', () => {
  for (const { name, path } of calls)
    expect(Object.keys(enUS.fields[answerWords[name]]).toSorted(), path).toEqual(
      answerFields(name)
        .map((field) => field.name)
        .toSorted(),
    )
})
