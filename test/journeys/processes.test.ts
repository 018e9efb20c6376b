import { spawnSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readNote, thisHost, thisPlace, writeNote } from '#src/platform/data-dir/lock-note.ts'
import { alertReceiver, alertSecret } from '#test/fixtures/alert-receiver.ts'
import { onServers } from '#test/fixtures/clickhouse.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { gone, type Spawned, spawnProduct } from '#test/fixtures/spawned.ts'
import { Listener } from '#test/fixtures/stream.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

const started = new AsyncDisposableStack()
let dataDir: string
let product: Spawned
let alerts: Awaited<ReturnType<typeof alertReceiver>>
let customer: Customer

beforeAll(async () => {
  dataDir = started.use(await usedDataDir()).path
  await leaveLockOfKilledStart(dataDir)
  alerts = started.use(await alertReceiver())
  const channel = { ALERT_WEBHOOK_URL: alerts.webhook.url, ALERT_WEBHOOK_SECRET: alertSecret }
  product = started.use(await spawnProduct(dataDir, channel))
  await product.ready()
  customer = await signUp(product.site, 'ada@example.com')
  await tapewireOn(dataDir, 'subscription', 'grant', customer.email, '--plan', 'integrated-enterprise', '--months', '1')
})
afterAll(() => started.disposeAsync())

/** The limit allows for other tests on the machine. */
const startWithin = { timeout: 60_000 }

/** Puts into a data directory what a killed start leaves there. */
async function leaveLockOfKilledStart(folder: string): Promise<void> {
  const path = join(folder, 'lock')
  await writeFile(path, '')
  const { ino } = await stat(path)
  const owner = { pid: spawnSync('true').pid, start: '-' }
  const note = { owner, host: thisHost(), place: thisPlace(), inode: String(ino), children: new Map() }
  await writeFile(path, writeNote(note))
}

async function pidOf(processName: 'data' | 'site'): Promise<number> {
  const { children } = readNote(await readFile(join(dataDir, 'lock'), 'utf8')) ?? {}
  const pid = children?.get(processName)?.pid
  if (pid === undefined) throw new Error(`${processName} does not run`)
  return pid
}

async function kill(processName: 'data' | 'site'): Promise<number> {
  const pid = await pidOf(processName)
  process.kill(pid, 'SIGKILL')
  await gone(pid)
  return pid
}

/** Kills a process and stops the process that replaces it, which stays away until SIGCONT. Returns the pid of the next. */
async function killAndStopNext(processName: 'data' | 'site'): Promise<number> {
  const killed = await kill(processName)
  await expect.poll(() => pidOf(processName)).not.toBe(killed)
  const next = await pidOf(processName)
  process.kill(next, 'SIGSTOP')
  return next
}

async function quote(): Promise<number> {
  const url = `${product.api}/crypto/quote?region=BA&code=BTCUSD`
  return fetch(url, { headers: { token: customer.key } }).then(
    ({ status }) => status,
    () => 0,
  )
}

const statusOf = (path: string) =>
  fetch(product.site + path, { headers: { cookie: customer.cookie, lang: 'en-US' } }).then(
    ({ status }) => status,
    () => 0,
  )

test('before a killed site serves pages again, one alert reports the kill, and another reports a start killed earlier', async () => {
  const next = await killAndStopNext('site')
  try {
    const opened = () => alerts.posts.flatMap(({ body: { type, data } }) => (type === 'incident.opened' ? [data] : []))
    await expect.poll(opened, startWithin).toHaveLength(2)
    expect(opened().map(({ incident }) => incident)).toMatchObject([
      { kind: 'process_ended', subject: 'start' },
      { kind: 'process_ended', subject: 'site', detail: { roles: 'site, payments', signal: 'SIGKILL' } },
    ])
  } finally {
    process.kill(next, 'SIGCONT')
  }
  await expect.poll(() => statusOf('/en-US'), startWithin).toBe(200)
})

test('while the site is killed and restarted, no data call fails and no socket is closed', async () => {
  await expect.poll(quote).toBe(200)
  const client = new Listener(`${product.api.replace('http', 'ws')}/crypto?events=1`, { token: customer.key })
  await client.next(({ resAc }) => resAc === 'auth')
  client.send({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick' })
  await client.next(({ data }) => data?.type === 'tick')
  const answers = new Map<number, number>()
  let isBack = false
  const polling = (async () => {
    while (!isBack) {
      const status = await quote()
      answers.set(status, (answers.get(status) ?? 0) + 1)
      await sleep(20)
    }
  })()
  await kill('site')
  expect(await statusOf('/en-US')).toBe(0)
  await expect.poll(() => statusOf('/en-US/dashboard'), startWithin).toBe(200)
  isBack = true
  await polling
  expect([...answers.keys()]).toEqual([200])
  await client.next(({ data }) => data?.type === 'tick')
  expect(client.closed).toBeNull()
  client.ws.terminate()
  expect(product.output()).toContain('a process ended by itself and is started again')
})

test('while the gateway is restarted after a kill, pages work and the health check names the missing parts', async () => {
  const next = await killAndStopNext('data')
  const health = async () => (await fetch(`${product.site}/healthz/ready`)).json()
  try {
    await expect.poll(health).toMatchObject({
      status: 'degraded',
      reasons: ['live data and history are away: their process is starting again'],
    })
    const usage = await fetch(`${product.site}/api/usage`, { headers: { cookie: customer.cookie, lang: 'en-US' } })
    // The embedded ClickHouse stops with the gateway's process; a server keeps running.
    expect(await usage.json()).toMatchObject(onServers ? { code: 0 } : { code: 503, error: 'history_unavailable' })
    for (const path of ['/en-US', '/en-US/products/crypto', '/en-US/dashboard', '/en-US/dashboard/usage'])
      expect([path, await statusOf(path)]).toEqual([path, 200])
  } finally {
    process.kill(next, 'SIGCONT')
  }
  await expect.poll(quote, startWithin).toBe(200)
  await expect.poll(() => statusOf('/api/usage')).toBe(200)
  await expect.poll(health).toEqual({ status: 'ready' })
})

test('after SIGTERM a product of several processes ends in time with exit code 0', async () => {
  product.child.kill('SIGTERM')
  // A product that exceeds its time to stop ends by SIGKILL, not with 0.
  expect(await product.ended()).toBe(0)
})
