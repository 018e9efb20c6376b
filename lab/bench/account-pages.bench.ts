import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles } from './bench.ts'
import { type CustomerPage, customerPages } from './customer-pages.ts'
import { load } from './load.ts'
import { startTemplate } from './template/start.ts'

const clients = 8
const rounds = 3
const seconds = 4
const calls = 60
const goals = { dashboard: 120, usage: 120, order: 200, docsSearch: 300 } as const

/** Measures the product as `npm start` starts it and, alternately, a plain app that renders the same elements. */
export const bench: Bench = {
  about: `pages of an account that has called the API, rendered for ${clients} clients with its session, ${rounds} × ${seconds} s each`,
  async run(report) {
    await using folder = await temporaryDataDir()
    await using product = await spawnProduct(folder.path)
    await product.ready()
    const customer = await signUp(product.site, 'ada@example.com')
    const pages = await customerPages(customer)
    await tapewireOn(
      folder.path,
      'subscription',
      'grant',
      customer.email,
      '--plan',
      'integrated-enterprise',
      '--months',
      '1',
    )
    await callApi(product.api, customer)
    await untilAtRest(product.child.pid ?? 0)
    const html = await Promise.all(
      Object.values(pages).map(async (page) => [page.path.split('?')[0], await read(product.site, page)]),
    )
    await using template = await startTemplate(folder.path, Object.fromEntries(html))
    const sitePort = Number(new URL(product.site).port)
    for (const [id, page] of Object.entries(pages) as [keyof typeof pages, CustomerPage][]) {
      const [ours, plain]: number[][] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        ours?.push(await pagesPerSecond(sitePort, page))
        plain?.push(await pagesPerSecond(template.port, page))
      }
      const size = (Buffer.byteLength(await read(product.site, page)) / 1024).toFixed(0)
      report.row({
        id,
        what: `${page.path.replace(/(?<=payment\/).*/, '{no}')}, ${size} KB`,
        value: quantiles(ours ?? []).p50,
        unit: '/s',
        baseline: { what: 'a plain React Router app', value: quantiles(plain ?? []).p50 },
        goal: { atLeast: goals[id] },
      })
    }
  },
}

/** Calls the API, so that the usage pages have data to show. */
async function callApi(api: string, { key }: Customer): Promise<void> {
  for (let at = 0; at < calls; at += 1)
    await fetch(`${api}/crypto/quote?region=BA&code=${at % 20 === 0 ? 'NONE' : 'BTCUSD'}`, { headers: { token: key } })
}

async function read(site: string, { path, header }: CustomerPage): Promise<string> {
  const answer = await fetch(site + path, { headers: { cookie: header.replace('cookie: ', '') } })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer.text()
}

async function pagesPerSecond(port: number, { path, header }: CustomerPage): Promise<number> {
  return (await load({ port, path, header, seconds, sockets: clients })).perSecond
}
