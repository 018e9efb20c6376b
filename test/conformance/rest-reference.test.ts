import { expect, test } from 'vitest'
import { assetClasses } from '#src/contract/market.ts'
import { dataRoutes, type RestDeps } from '#src/gateway/rest/routes.ts'
import { accountCalls, classCalls, symbolCalls } from '#src/site/content/rest-calls.ts'

const routes = [...dataRoutes({} as RestDeps).keys()]
const documented = [...assetClasses.flatMap(classCalls), ...symbolCalls, ...accountCalls].map(({ path }) => path)

const isOld = (path: string) => path === '/symbol/holidays' || path.endsWith('/base')
/** Served for old clients and for the chart's search; described elsewhere in the documentation. */
const elsewhere = ['/symbol/web/page', ...routes.filter((path) => isOld(path) || path.startsWith('/udf/'))]

test('the reference documents every data call of the gateway, and none that it does not serve', () => {
  expect(documented.toSorted()).toEqual(routes.filter((path) => !elsewhere.includes(path)).toSorted())
})
