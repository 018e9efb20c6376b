import { setTimeout as sleep } from 'node:timers/promises'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { familyOf } from '#test/fixtures/family.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { type CustomerPage, customerPages } from './customer-pages.ts'
import { type Load, load } from './load.ts'
import { Reader } from './stream/reader.ts'

const seconds = 10
const rounds = 3
const pageClients = 8
const dataPerSecond = 200
const readers = 10
const path = '/crypto/quote?region=BA&code=BTCUSD'

/**
 * Measures the gateway while clients load the site at full speed, with the processes of `npm start` and with all
 * roles in one process.
 */
export const bench: Bench = {
  about: `${dataPerSecond} data calls/s and ${readers} sockets while ${pageClients} clients render pages at full speed, ${rounds} × ${seconds} s each`,
  async run(report) {
    await using folder = await temporaryDataDir()
    for (const processes of ['2', '1'] as const) await measure(report, folder.path, processes)
    await memory(report, folder.path)
  },
}

type Processes = '1' | '2'
type Answers = { rest: number[]; stream: number[] }

const nameOf: Record<Processes, string> = { '1': 'one process', '2': 'two processes' }

/**
 * Measures the product's memory with one and with two processes, alternately, on a filled data directory: while history
 * is being filled, the memory of the database engine differs by 200 MiB between starts.
 */
async function memory(report: Report, dataDir: string): Promise<void> {
  const found: Record<Processes, number[]> = { '1': [], '2': [] }
  for (let round = 0; round < rounds; round += 1)
    for (const processes of ['2', '1'] as const) {
      await using product = await spawnProduct(dataDir, { PROCESSES: processes })
      await product.ready()
      const pid = product.child.pid ?? 0
      await untilAtRest(pid)
      found[processes].push(familyOf(pid).reduce((sum, { pss }) => sum + pss, 0) / 1024 ** 2)
      await stop(product)
    }
  const median = (processes: Processes) => {
    const value = quantiles(found[processes]).p50
    report.row({ what: `${nameOf[processes]}: memory (PSS) at rest, median of ${rounds}`, value, unit: 'MiB' })
    report.note(`${nameOf[processes]}: ${found[processes].map((mib) => mib.toFixed(0)).join(', ')} MiB`)
    return value
  }
  const value = median('2') - median('1')
  report.row({ what: 'memory that the second process costs', value, unit: 'MiB', goal: { atMost: 150 } })
}

async function measure(report: Report, dataDir: string, processes: Processes): Promise<void> {
  await using product = await spawnProduct(dataDir, { PROCESSES: processes })
  await product.ready()
  await untilAtRest(product.child.pid ?? 0)
  const name = nameOf[processes]
  const customer = await signUp(product.site, `ada${processes}@example.com`)
  const { dashboard, order, docsSearch } = await customerPages(customer)
  const pages = {
    'the dashboard': dashboard,
    'a payment': order,
    'a search of the docs': { ...docsSearch, header: '' },
  }
  await tapewireOn(dataDir, 'subscription', 'grant', customer.email, '--plan', 'integrated-enterprise', '--months', '1')
  for (const [page, customerPage] of Object.entries(pages)) {
    const [calm, loaded]: Answers[] = [empty(), empty()]
    for (let round = 0; round < rounds; round += 1) {
      await listen(product, customer, calm ?? empty())
      const rendering = render(product.site, customerPage)
      await listen(product, customer, loaded ?? empty())
      const { perSecond } = await rendering
      report.note(`${name}, ${page}: ${perSecond.toFixed(0)} pages/s`)
    }
    for (const what of ['rest', 'stream'] as const)
      report.row({
        what: `${name}: ${what === 'rest' ? 'gateway' : 'stream'} beside ${page}, p99`,
        value: quantiles(loaded?.[what] ?? []).p99,
        unit: 'ms',
        baseline: { what: 'calm', value: quantiles(calm?.[what] ?? []).p99 },
        ...(processes === '2' && { goal: { ratioAtMost: 2 } }),
      })
  }
  await stop(product)
}

async function stop({ child, ended }: Spawned): Promise<void> {
  child.kill('SIGTERM')
  await ended()
}

function empty(): Answers {
  return { rest: [], stream: [] }
}

function render(site: string, { path, header }: CustomerPage): Promise<Load> {
  return load({ port: Number(new URL(site).port), path, header, seconds: seconds + 1, sockets: pageClients })
}

/**
 * Sends data calls at a steady rate from another process while sockets receive a busy market. Adds the latencies of the
 * calls and of the events to `into`.
 */
async function listen(product: Spawned, { key }: Customer, into: Answers): Promise<void> {
  const port = Number(new URL(product.api).port)
  const open = Array.from({ length: readers }, () => new Reader(port, true))
  for (const reader of open) {
    await reader.open(`/crypto?events=1&token=${key}`)
    reader.sayText(JSON.stringify({ ac: 'subscribe', params: 'BTCUSD$BA,ETHUSD$BA', types: 'tick' }))
  }
  await sleep(500)
  for (const reader of open) reader.reset()
  const answers = await load({ port, path, header: `token: ${key}`, seconds, sockets: 8, perSecond: dataPerSecond })
  into.rest.push(...answers.all)
  for (const reader of open) {
    into.stream.push(...reader.latencies)
    reader.socket.destroy()
  }
}
