import { setTimeout as sleep } from 'node:timers/promises'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { familyOf } from '#test/fixtures/family.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { type Load, load } from './load.ts'
import { Reader } from './stream/reader.ts'

const seconds = 10
const rounds = 3
const pageClients = 8
const dataPerSecond = 200
const readers = 10
const path = '/crypto/quote?region=BA&code=BTCUSD'

/** The gateway beside a site at full load: `npm start` as it is, and everything in one process for comparison. */
export const bench: Bench = {
  about: `${dataPerSecond} data calls/s and ${readers} sockets while ${pageClients} clients render pages at full speed, ${rounds} × ${seconds} s each`,
  async run(report) {
    await using folder = await temporaryDataDir()
    for (const processes of ['2', '1']) await measure(report, folder.path, processes)
  },
}

type Answers = { rest: number[]; stream: number[] }
type Page = { path: string; header: string }

async function measure(report: Report, dataDir: string, processes: string): Promise<void> {
  await using product = await spawnProduct(dataDir, { PROCESSES: processes })
  await product.ready()
  await untilAtRest(product.child.pid ?? 0)
  const name = processes === '2' ? 'two processes' : 'one process'
  const idle = familyOf(product.child.pid ?? 0).reduce((sum, { pss }) => sum + pss, 0) / 1024 ** 2
  report.row({ what: `${name}: memory (PSS) at rest`, value: idle, unit: 'MiB' })
  const customer = await signUp(product.site, `ada${processes}@example.com`)
  const pages = await pagesOf(customer)
  await tapewireOn(dataDir, 'subscription', 'grant', customer.email, '--plan', 'integrated-enterprise', '--months', '1')
  for (const [page, asked] of Object.entries(pages)) {
    const [calm, loaded]: Answers[] = [empty(), empty()]
    for (let round = 0; round < rounds; round += 1) {
      await listen(product, customer, calm ?? empty())
      const rendering = render(product.site, asked)
      await listen(product, customer, loaded ?? empty())
      const { perSecond, bad } = await rendering
      report.note(`${name}, ${page}: ${perSecond.toFixed(0)} pages/s, ${bad} of them not 200`)
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
  product.child.kill('SIGTERM')
  await product.ended()
}

function empty(): Answers {
  return { rest: [], stream: [] }
}

/** Pages that are rendered for each request, each with its own work: an account, an order, the search. */
async function pagesOf({ call, cookie }: Customer): Promise<Record<string, Page>> {
  const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const { status, body } = await call('/api/order', wish)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const header = `cookie: ${cookie}`
  return {
    'the dashboard': { path: '/en-US/dashboard', header },
    'a payment': { path: `/en-US/payment/${body.data.orderNo}`, header },
    'a search of the docs': { path: '/en-US/docs/search?q=tick', header: '' },
  }
}

function render(site: string, { path, header }: Page): Promise<Load> {
  return load({ port: Number(new URL(site).port), path, header, seconds: seconds + 1, sockets: pageClients })
}

/** Data calls at a steady rate from another process, and sockets on a busy market, at the same time. */
async function listen(product: Spawned, { key }: Customer, into: Answers): Promise<void> {
  const port = Number(new URL(product.api).port)
  const open = Array.from({ length: readers }, () => new Reader(port, true))
  for (const reader of open) {
    await reader.open(`/crypto?events=1&token=${key}`)
    reader.sayText(JSON.stringify({ ac: 'subscribe', params: 'BTCUSD$BA,ETHUSD$BA', types: 'tick' }))
  }
  await sleep(500)
  for (const reader of open) reader.reset()
  const answers = checked(
    await load({ port, path, header: `token: ${key}`, seconds, sockets: 8, perSecond: dataPerSecond }),
    path,
  )
  into.rest.push(...answers.all)
  for (const reader of open) {
    into.stream.push(...reader.latencies)
    reader.socket.destroy()
  }
}

function checked(answers: Load, path: string): Load {
  if (answers.bad > 0) throw new Error(`${path}: ${answers.bad} answers were not 200`)
  return answers
}
