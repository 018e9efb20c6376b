import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { type Load, load } from './load.ts'

const triesEach = Number(process.env.SIGNIN_TRIES ?? 1_000)
/**
 * Measured rounds for each way to end a session: the number of password proofs that are allowed in a quarter of an
 * hour.
 */
const theftRounds = 5
const floodPerSecond = 200
const floodSeconds = Number(process.env.SIGNIN_FLOOD_SECONDS ?? 30)
const floods = 3

/** Seconds of unmeasured load, which compile the code as in a product that has run for a while. */
const warmUpSeconds = 5

const reads = ['/crypto/quote?region=BA&code=BTCUSD', '/crypto/kline?region=BA&code=BTCUSD&interval=1m&limit=100']

type Sent = { status: number; ms: number; retryAfter: string | undefined }

/**
 * Measures whether response times reveal accounts, how long a stolen cookie works, and how the gateway performs under a
 * flood of sign-ins.
 */
export const bench: Bench = {
  about: `${triesEach.toLocaleString('en-US')} wrong sign-ins at known and at unknown addresses; ${floodPerSecond}/s for ${floods} times ${floodSeconds} s beside the gateway`,
  async run(report) {
    await using dataDir = await temporaryDataDir()
    await using product = await spawnProduct(dataDir.path)
    await product.ready()
    await timing(product.site, report)
    await theft(product, report)
    await flood(product, dataDir.path, report)
  },
}

/**
 * Wrong passwords before each right password, and wrong passwords per account: so few that neither the throttle nor the
 * bot check stops them.
 */
const [perRun, perAccount] = [4, 40]

/** Known and unknown addresses alternate, so that drift of the machine affects both alike. */
async function timing(site: string, report: Report): Promise<void> {
  const [known, unknown]: [number[], number[]] = [[], []]
  let owner: Customer | null = null
  for (let i = 0; i < triesEach; i++) {
    if (i % perAccount === 0) owner = await signUp(site, `known${i}@example.com`)
    if (!owner) throw new Error('nobody signed up')
    if (i % perRun === 0) await signIn(site, owner.email, owner.password, 200)
    const stranger = `unknown${Math.floor(i / perRun)}@example.com`
    const order = i % 2 === 0 ? [owner.email, stranger] : [stranger, owner.email]
    for (const email of order)
      (email === stranger ? unknown : known).push(await signIn(site, email, 'not it at all', 401))
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
    what: 'guessing accounts by timing (AUC; 0.5 is chance)',
    value: separation(known, unknown),
    unit: '',
    goal: { atMost: 0.55 },
  })
}

async function signIn(site: string, email: string, password: string, status: number): Promise<number> {
  const sent = await post(`${site}/api/auth/signin`, { email, password })
  if (sent.status !== status) throw new Error(`a sign-in answered ${sent.status}`)
  return sent.ms
}

/**
 * The larger of two probabilities: that a sign-in with a known address is answered later than a sign-in with an unknown
 * address, and that it is answered earlier.
 */
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

type Ending = { what: string; act: (owner: Customer, stolen: string) => Promise<unknown> }

const endings = (site: string): Ending[] => [
  { what: 'the sign-out', act: (_owner, cookie) => call(site, '/api/auth/signout', {}, { cookie }) },
  {
    what: 'a revoke',
    async act(owner, cookie) {
      const { body } = await call(site, '/api/security', undefined, { cookie })
      const { id } = body.data.devices.find(({ current }: { current: boolean }) => current)
      return call(site, `/api/security/devices/${id}/revoke`, {}, { cookie: await enter(site, owner) })
    },
  },
  {
    what: 'a change of the password',
    async act(owner) {
      const { password } = owner
      const body = { currentPassword: password, password, confirmPassword: password }
      return call(site, '/api/security/password', body, { cookie: await enter(site, owner) })
    },
  },
]

async function enter(site: string, { email, password }: Customer): Promise<string> {
  const entered = await call(site, '/api/auth/signin', { email, password })
  return entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Measures how long a copied cookie, and a live socket opened with it, outlive the end of the session. */
async function theft({ site, api }: Spawned, report: Report): Promise<void> {
  for (const { what, act } of endings(site)) {
    const owner = await signUp(site, `${what.replaceAll(' ', '-')}@example.com`)
    const lives: number[] = []
    for (let round = 0; round < theftRounds; round++) {
      const cookie = await enter(site, owner)
      const { body } = await call(site, '/api/search-token', {}, { cookie })
      const socket = new WebSocket(`${api.replace('http', 'ws')}/stream?token=${body.data.token}`)
      await new Promise<void>((resolve) => {
        socket.on('message', (frame) => String(frame).includes('authenticated') && resolve())
      })
      const closed = once(socket, 'close')
      await act(owner, cookie)
      const start = performance.now()
      while ((await call(site, '/api/userinfo', undefined, { cookie })).status !== 401);
      await closed
      lives.push(performance.now() - start)
    }
    report.row({
      what: `a stolen cookie and its socket, after ${what}`,
      value: Math.max(...lives),
      unit: 'ms',
      goal: { atMost: 1_000 },
    })
  }
}

/** The measured load of each path of `reads`, in the same order. */
type Reads = Load[]

/** A customer's latency during floods. Calm measurements around each flood cancel out machine drift. */
async function flood(product: Spawned, dataDir: string, report: Report): Promise<void> {
  const customer = await signUp(product.site, 'customer@example.com')
  await grant(dataDir, customer.email)
  const loadPath = (path: string, seconds: number) =>
    load({
      port: Number(new URL(product.api).port),
      path,
      header: `token: ${customer.key}`,
      seconds,
      sockets: 8,
      perSecond: 100,
    })
  const loadAll = (seconds: number): Promise<Reads> => Promise.all(reads.map((path) => loadPath(path, seconds)))
  await untilAtRest(product.child.pid ?? 0)
  await Promise.all([knock(product.site, warmUpSeconds), loadAll(warmUpSeconds)])
  const answers: Sent[] = []
  const [calm, stressed]: [Reads[], Reads[]] = [[], []]
  for (let round = 1; round <= floods; round++) {
    const before = await loadAll(floodSeconds / 2)
    const [sent, during] = await Promise.all([knock(product.site, floodSeconds), loadAll(floodSeconds)])
    const after = await loadAll(floodSeconds / 2)
    answers.push(...sent)
    calm.push(before, after)
    stressed.push(during)
    const shares = reads.map((_, at) => (p99(at, [during]) / p99(at, [before, after])).toFixed(2))
    report.note(`flood ${round}: gateway p99 ${shares.join(' and ')} of calm`)
  }
  judgeSignIns(answers, report)
  judgeReads(calm, stressed, report)
}

function p99(at: number, runs: readonly Reads[]): number {
  return quantiles(runs.flatMap((run) => run[at]?.all ?? [])).p99
}

function judgeSignIns(answers: readonly Sent[], report: Report): void {
  const busy = answers.filter(({ status }) => status === 503)
  const refused = answers.filter(({ status }) => status === 401)
  if (busy.some(({ retryAfter }) => retryAfter === undefined)) throw new Error('a 503 came without Retry-After')
  if (busy.length + refused.length < answers.length) throw new Error('a sign-in answered neither 401 nor 503')
  const perSecond = Math.round(answers.length / floodSeconds / floods)
  report.note(`${perSecond} sign-ins a second: ${refused.length} answered, ${busy.length} told when to come back`)
  report.row({
    what: 'a sign-in admitted to the queue, p99',
    value: quantiles(refused.map(({ ms }) => ms)).p99,
    unit: 'ms',
    goal: { atMost: 3_000 },
  })
}

function judgeReads(calm: readonly Reads[], stressed: readonly Reads[], report: Report): void {
  reads.forEach((path, at) => {
    report.row({
      what: `gateway p99 under the flood, ${path.split('?')[0]}`,
      value: p99(at, stressed),
      unit: 'ms',
      baseline: { what: 'calm, before and after', value: p99(at, calm) },
      goal: { ratioAtMost: 2 },
    })
  })
}

async function grant(dataDir: string, email: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const args = ['src/cli/main.mjs', 'subscription', 'grant', email, '--plan', 'integrated-enterprise', '--months', '1']
  await promisify(execFile)(process.execPath, args, { env: { PATH, HOME, DATA_DIR: dataDir } })
}

/** Sends wrong sign-ins at a steady rate, whatever their outcome. */
async function knock(site: string, seconds: number): Promise<Sent[]> {
  const open: Promise<Sent>[] = []
  const start = performance.now()
  for (;;) {
    const elapsed = (performance.now() - start) / 1_000
    if (elapsed >= seconds) return Promise.all(open)
    while (open.length < elapsed * floodPerSecond) {
      const body = { email: `flood${open.length}@example.com`, password: 'not it at all' }
      open.push(post(`${site}/api/auth/signin`, body))
    }
    await sleep(5)
  }
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
