import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assetClasses } from '#src/contract/market.ts'
import { demoKey } from '#src/contract/site.ts'
import { classExample } from '#src/site/content/reference/class-example.server.ts'
import { requestLines } from '#src/site/pages/reading/reference/request-lines.ts'
import { requestSamples } from '#src/site/showcase/request-samples.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'
import { type ForwardingProxy, startProxy } from '#test/fixtures/proxy.ts'

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
  'from-alpha-vantage.mjs': /^100 days \[\s+'\d{4}-\d\d-\d\d'[\s\S]*'05\. price': '\d/,
  'from-itick.mjs': /^5 bars, BTCUSD \d[\s\S]*^(tick|quote) BTCUSD \d/m,
  'from-massive.mjs': /^AAPL [1-9]\d* bars \d[\s\S]*^X:BTCUSD 3\d bars \d[\s\S]*^C:EURUSD [1-9]\d* bars \d/m,
  'from-twelve-data.mjs':
    /^America\/New_York \{[\s\S]*datetime: '\d{4}-\d\d-\d\d',[\s\S]*^3 values \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/m,
  'limits.sh': /x-ratelimit-remaining: \d+/i,
  'pace.mjs': /^\d+(\.\d+)?$/m,
  'range.mjs': /^[1-9]\d* bars$/m,
  'range.py': /^[1-9]\d* bars$/m,
  'refused.sh': /HTTP\/1\.1 400[\s\S]*"error":"invalid_interval"/,
  'resume.mjs': /^\d{16} \d+/m,
  'sdk.ts': /crypto:BTCUSD\$BA \d/,
  // Whether they tell a genuine post from a forged one: src/alerts/deliver/samples.test.ts
  'webhook.mjs': /waiting on port/,
  'webhook.py': /waiting on port/,
  'stream.mjs': /type: '(tick|quote)'/,
}

const bootMsMax = 180_000
let product: TestProduct
let proxy: ForwardingProxy
let scripts: string

beforeAll(async () => {
  product = await testProduct({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  scripts = await mkdtemp(join(tmpdir(), 'tapewire-samples-'))
  proxy = await startProxy(product.api)
}, bootMsMax)
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await product[Symbol.asyncDispose]()
  await rm(scripts, { recursive: true, force: true })
})

/** A client of its own for each sample: together they ask more than the demo key allows one client in a minute. */
beforeEach(() => proxy.nextClient())

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

const runnable = samples.filter(
  (name) => !missing.includes(name.endsWith('.py') ? 'python3' : name.endsWith('.sh') ? 'curl' : ''),
)

test.each(runnable)('the sample %s works as it is printed', async (name) => {
  const extension = name.split('.').at(-1) ?? ''
  const source = await readFile(join(folder, name), 'utf8')
  const { host } = new URL(proxy.url)
  const file = join(scripts, name)
  await writeFile(
    file,
    source.replaceAll('localhost:3001', host).replace('@tapewire/client', `${root}/sdk/typescript/index.ts`),
  )
  const wanted = expected[name] ?? /"code":0,/
  expect(await printed([runners[extension] ?? '', file], wanted)).toMatch(wanted)
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
    const samples = requestSamples({ apiUrl: proxy.url, path: '/stock/kline', query }, 'as it is')
    const path = join(scripts, file)
    await writeFile(path, samples.find((sample) => sample.title === title)?.text ?? '')
    const bars = /["']?\bc["']?: ?\d+(\.\d+)?/
    expect(await printed([program, ...args, path], bars)).toMatch(bars)
  },
)

test.each(tabs.filter(({ needs }) => needs === null || !missing.includes(needs)))(
  'the request of the REST reference works in $title as it is copied, whatever was typed',
  async ({ title, file, command: [program, ...args] }) => {
    const query = { code: `it's "$HOME" \`id\` \\`, limit: '2' }
    const lines = requestLines(title, { apiUrl: proxy.url, path: '/stock/kline', query, key: demoKey })
    const path = join(scripts, `reference-${file}`)
    await writeFile(path, lines.map(({ text }) => text).join('\n'))
    // Python's own client raises at a refusal, and prints its status
    const refused = /invalid_symbol|unknown_symbol|HTTP Error 40[04]/
    expect(await printed([program, ...args, path], refused)).toMatch(refused)
  },
)

test.skipIf(missing.includes('curl')).each(assetClasses)(
  'the example of the page of class %s is answered in the form that it shows',
  async (assetClass) => {
    const { request, answer } = classExample(assetClass)
    const [{ text }] = requestSamples({ apiUrl: proxy.url, ...request }, 'as it is')
    const path = join(scripts, `${assetClass}.sh`)
    await writeFile(path, text.replace('curl', 'curl -sS'))
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
