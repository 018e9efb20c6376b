import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '#test/fixtures/customer.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'

const triesEach = Number(process.env.SIGNIN_TRIES ?? 1_000)
const floodPerSecond = 200
const floodSeconds = Number(process.env.SIGNIN_FLOOD_SECONDS ?? 30)

type Sent = { status: number; ms: number; retryAfter: string | undefined }

/** Whether a stranger can tell who has an account by the clock, and what a flood of sign-ins costs the gateway. */
export const bench: Bench = {
  about: `${triesEach.toLocaleString('en-US')} wrong sign-ins at known and at unknown addresses; ${floodPerSecond}/s for ${floodSeconds} s beside the gateway`,
  async run(report) {
    await using dataDir = await temporaryDataDir()
    await using product = await spawnProduct(dataDir.path)
    await product.ready()
    await timing(product.site, report)
    await flood(product, report)
  },
}

/** Five tries an address, alternating, so that drift of the machine falls on both alike and no throttle answers. */
async function timing(site: string, report: Report): Promise<void> {
  const accounts = Math.ceil(triesEach / 5)
  for (let i = 0; i < accounts; i++) await signUp(site, `known${i}@example.com`)
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let i = 0; i < triesEach; i++) {
    const account = Math.floor(i / 5)
    const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const sent = await post(`${site}/api/auth/signin`, {
        email: `${kind}${account}@example.com`,
        password: 'not it at all',
      })
      if (sent.status !== 401) throw new Error(`a sign-in answered ${sent.status}`)
      ;(kind === 'known' ? known : unknown).push(sent.ms)
    }
  }
  const [a, b] = [quantiles(known), quantiles(unknown)]
  report.row({
    what: 'known address, p50',
    value: a.p50,
    unit: 'ms',
    baseline: { what: 'unknown address', value: b.p50 },
  })
  report.row({
    what: 'known address, p99',
    value: a.p99,
    unit: 'ms',
    baseline: { what: 'unknown address', value: b.p99 },
  })
  report.row({
    what: 'a guess by the clock (AUC; 0.5 is a coin)',
    value: separation(known, unknown),
    unit: '',
    goal: { atMost: 0.55 },
  })
}

/** The chance that a known address answers later than an unknown one, or earlier: whichever tells more. */
function separation(a: readonly number[], b: readonly number[]): number {
  const sorted = [...b].sort((x, y) => x - y)
  let later = 0
  for (const value of a) {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    later += low
  }
  const share = later / (a.length * b.length)
  return Math.max(share, 1 - share)
}

async function flood({ site, api }: { site: string; api: string }, report: Report): Promise<void> {
  const calm = await readGateway(api, 5)
  const answers: Sent[] = []
  const stop = Date.now() + floodSeconds * 1_000
  const flooding = (async () => {
    const open: Promise<unknown>[] = []
    for (let i = 0; Date.now() < stop; i++) {
      const body = { email: `flood${i}@example.com`, password: 'not it at all' }
      open.push(post(`${site}/api/auth/signin`, body).then((sent) => answers.push(sent)))
      if (i % 20 === 19) await sleep(1_000 / (floodPerSecond / 20))
    }
    await Promise.all(open)
  })()
  const stressed = await readGateway(api, floodSeconds)
  await flooding
  const busy = answers.filter((answer) => answer.status === 503)
  if (busy.some((answer) => answer.retryAfter === undefined)) throw new Error('a 503 came without Retry-After')
  report.note(`${answers.length} sign-ins: ${busy.length} told to come back, ${answers.length - busy.length} answered`)
  report.row({
    what: 'gateway p99 under the flood',
    value: quantiles(stressed).p99,
    unit: 'ms',
    baseline: { what: 'calm', value: quantiles(calm).p99 },
    goal: { ratioAtMost: 2 },
  })
}

async function readGateway(api: string, seconds: number): Promise<number[]> {
  const samples: number[] = []
  const stop = Date.now() + seconds * 1_000
  while (Date.now() < stop) {
    const start = performance.now()
    const response = await fetch(`${api}/openapi.json`)
    await response.arrayBuffer()
    samples.push(performance.now() - start)
    await sleep(10)
  }
  return samples
}

function post(url: string, body: object): Promise<Sent> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, (response) => {
      response.resume()
      response.on('end', () => {
        const retryAfter = response.headers['retry-after']
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - start, retryAfter })
      })
    })
    sending.on('error', reject)
    sending.end(JSON.stringify(body))
  })
}
