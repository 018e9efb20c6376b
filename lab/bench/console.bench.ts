import { mkdir } from 'node:fs/promises'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import type { Customer } from '#test/fixtures/customer.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { signUpStaff } from '#test/fixtures/staff-sign-up.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { timings } from './bench-platform.ts'
import { type Facts, factsOf } from './console/facts.ts'
import { type PageSet, pagesOf, searchesOf } from './console/pages.ts'
import { filled } from './console/seed.ts'

const pageMsMax = 300
const searchMsMax = 100
const times = 40
const environment = { LOG_LEVEL: 'warn' }

export const bench: Bench = {
  about: "the operator's console after years of business",
  async run(report, { customers, folder }) {
    await using temporary = folder === null ? await temporaryDataDir() : null
    const dataDir = folder ?? temporary?.path ?? ''
    await mkdir(dataDir, { recursive: true })
    const { seconds, found } = await filled(dataDir, customers, (client) => factsOf(client, dataDir, customers))
    if (seconds !== null)
      report.row({ what: `filling with ${customers.toLocaleString('en-US')} customers`, value: seconds, unit: 's' })
    // The payment watcher runs but changes nothing: the sandbox chain is shorter than the seeded rows imply, so the
    // watcher trusts no node.
    await using product = await spawnProduct(dataDir, environment)
    await product.ready()
    const owner = await signUpStaff(product.site, dataDir, 'owner')
    await draftPlans(owner)
    await untilAtRest(product.child.pid ?? 0)
    await measure(report, product.site, owner, found)
  },
}

/** A draft of the plans with one changed price: the plan pages compare both and count the affected customers. */
async function draftPlans(owner: Customer): Promise<void> {
  const { data } = (await owner.call('/api/operator/plans')).body
  const dearer = ({ id, ...plan }: { id: string; price: string | null }) =>
    id === 'integrated-base' ? { id, ...plan, price: '109.00' } : { id, ...plan }
  const document = { ...data.published.document, plans: data.published.document.plans.map(dearer) }
  const answer = await owner.call('/api/operator/plans/draft', { version: data.version, document })
  if (answer.status !== 200) throw new Error(`no draft of plans: ${JSON.stringify(answer.body)}`)
}

async function measure(report: Report, site: string, { cookie, key }: { cookie: string; key: string }, facts: Facts) {
  const request = async (address: string) => {
    const answer = await fetch(site + address, { headers: { cookie } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 300)}`)
  }
  const timed = async ({ addresses }: PageSet, addressOf: (address: string) => string) =>
    timings(times, (at) => request(addressOf(addresses[at % addresses.length] ?? '')))
  for (const search of searchesOf(facts, key)) {
    const { p95 } = quantiles(await timed(search, (text) => `/api/operator/customers?q=${text}`))
    report.row({ what: `${search.what}, p95`, value: p95, unit: 'ms', goal: { atMost: searchMsMax } })
  }
  for (const page of pagesOf(facts)) {
    const { p95 } = quantiles(await timed(page, dataAddress))
    report.row({ what: `${page.what}, p95`, value: p95, unit: 'ms', goal: { atMost: pageMsMax } })
  }
}

function dataAddress(address: string): string {
  const [path = '', query = ''] = address.split('?')
  return `/en-US/operator${path}.data${query && `?${query}`}`
}
