import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetClasses } from '#src/contract/market.ts'
import { demoKey } from '#src/contract/site.ts'
import { classExample } from '#src/site/content/reference/class-example.server.ts'
import { requestSamples } from '#src/site/showcase/request-samples.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'content/samples')
const samples = (await readdir(folder)).toSorted()
const runners: Record<string, string> = { sh: '/bin/sh', mjs: process.execPath, ts: process.execPath, py: 'python3' }
const missing = [
  ['curl', '--version'],
  ['python3', '--version'],
  ['go', 'version'],
].flatMap(([command = '', question = '']) => (spawnSync(command, [question]).error ? [command] : []))
for (const command of missing) didNotRun(`samples that need ${command}`, `there is no ${command} on this machine`)

/** The output that shows that a sample works; endless samples are stopped after it. */
const expected: Record<string, RegExp> = {
  'adjust-by-hand.mjs': /all +1\.60 % +3\.39 % +478\.63 %/,
  'bars.mjs': /Z \d+(\.\d+)? (final|running)/,
  'bars.py': /\d+ \d+(\.\d+)? (final|running)/,
  'closed-bars.mjs': /closed, (one|none) still running/,
  'csv.sh': /^time,t,o,h,l,c,v,tu/m,
  'limits.sh': /x-ratelimit-remaining: \d+/i,
  'pace.mjs': /^\d+(\.\d+)?$/m,
  'range.mjs': /^[1-9]\d* bars$/m,
  'range.py': /^[1-9]\d* bars$/m,
  'refused.sh': /HTTP\/1\.1 400[\s\S]*"error":"invalid_interval"/,
  'resume.mjs': /^\d{16} \d+/m,
  'sdk.ts': /crypto:BTCUSD\$BA \d/,
  'stream.mjs': /type: '(tick|quote)'/,
}

const bootMsMax = 180_000
let product: TestProduct
let scripts: string

beforeAll(async () => {
  product = await testProduct({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  scripts = await mkdtemp(join(tmpdir(), 'tapewire-samples-'))
  const { key } = await signUp(product.site, 'samples@example.com')
  await historyOf(product.api, key)
}, bootMsMax)
afterAll(async () => {
  await product[Symbol.asyncDispose]()
  await rm(scripts, { recursive: true, force: true })
})

/** Waits until Apple's days and an hour of bitcoin are there, which the samples read: history fills after readiness. */
async function historyOf(api: string, key: string): Promise<void> {
  for (const path of ['stock/kline?region=US&code=AAPL&kType=8', 'crypto/kline?region=BA&code=BTCUSD&kType=5']) {
    for (let rows = 0; rows === 0; ) {
      const answer = await fetch(`${api}/${path}&limit=1`, { headers: { token: key } })
      const wait = Number(answer.headers.get('retry-after') ?? 2)
      rows = answer.ok ? ((await answer.json()) as { data: unknown[] }).data.length : 0
      if (rows === 0) await sleep(wait * 1000)
    }
  }
}

/** Runs a sample until it ends or has printed what is expected. */
function printed(command: readonly [string, ...string[]], enough: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = command
    const child = spawn(program, args)
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      if (enough.test(text)) child.kill()
    })
    child.stderr.on('data', (part) => {
      text += part
    })
    child.on('error', reject)
    child.on('close', () => resolve(text))
  })
}

/**
 * All samples share the requests a minute of the demo key: if they are used up, runs the sample again in the next
 * minute.
 */
async function printedWithin(command: readonly [string, ...string[]], enough: RegExp): Promise<string> {
  const text = await printed(command, enough)
  if (!/\b429\b|too_many_requests/.test(text)) return text
  const answer = await fetch(`${product.api}/crypto/quote?region=BA&code=BTCUSD`, { headers: { token: demoKey } })
  await sleep(Number(answer.headers.get('retry-after')) * 1000)
  return printed(command, enough)
}

const runnable = samples.filter(
  (name) => !missing.includes(name.endsWith('.py') ? 'python3' : name.endsWith('.sh') ? 'curl' : ''),
)

test.each(runnable)('the sample %s works as it is printed', async (name) => {
  const extension = name.split('.').at(-1) ?? ''
  const source = await readFile(join(folder, name), 'utf8')
  const { host } = new URL(product.api)
  const file = join(scripts, name)
  await writeFile(file, source.replaceAll('localhost:3001', host).replace('../../sdk/', `${root}/sdk/`))
  const wanted = expected[name] ?? /"code":0,/
  expect(await printedWithin([runners[extension] ?? '', file], wanted)).toMatch(wanted)
})

/** The samples on the home page and on product pages: how to run each, and what it needs. */
const tabs = [
  { title: 'cURL', file: 'home.sh', command: ['/bin/sh'], needs: 'curl' },
  { title: 'JavaScript', file: 'home.mjs', command: [process.execPath], needs: null },
  { title: 'Python', file: 'home.py', command: ['python3'], needs: 'python3' },
  { title: 'Go', file: 'home.go', command: ['go', 'run'], needs: 'go' },
] as const

test.each(tabs.filter(({ needs }) => needs === null || !missing.includes(needs)))(
  'the request of the home page works in $title as it is copied',
  async ({ title, file, command: [program, ...args] }) => {
    const query = { region: 'US', code: 'AAPL', interval: '1d', limit: '2' }
    const samples = requestSamples({ apiUrl: product.api, path: '/stock/kline', query }, 'as it is')
    const path = join(scripts, file)
    await writeFile(path, samples.find((sample) => sample.title === title)?.text ?? '')
    const bars = /["']?\bc["']?: ?\d+(\.\d+)?/
    expect(await printedWithin([program, ...args, path], bars)).toMatch(bars)
  },
)

/** Another client address, so that these requests do not count for the other samples. */
const fromElsewhere = '-H "x-forwarded-for: 192.0.2.7"'

test.skipIf(missing.includes('curl')).each(assetClasses)(
  'the example of the page of class %s is answered in the form that it shows',
  async (assetClass) => {
    const { request, answer } = classExample(assetClass)
    const [{ text }] = requestSamples({ apiUrl: product.api, ...request }, 'as it is')
    const path = join(scripts, `${assetClass}.sh`)
    await writeFile(path, text.replace('curl', `curl -sS ${fromElsewhere}`))
    const { source: _, ...got } = JSON.parse(await printed(['/bin/sh', path], /(?!)/)) as Record<string, unknown>
    expect(formOf(got)).toEqual(formOf(answer))
  },
)

/** Field names in order, with the type of each value. */
function formOf(value: object): unknown[] {
  return Object.entries(value).map(([name, field]) => [
    name,
    typeof field === 'object' && field ? formOf(field) : typeof field,
  ])
}
