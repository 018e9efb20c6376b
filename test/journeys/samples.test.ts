import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assetClasses } from '#src/contract/market.ts'
import { demoKey } from '#src/contract/site.ts'
import { classExample } from '#src/site/content/reference/class-example.server.ts'
import { requestLines } from '#src/site/showcase/request/request-lines.ts'
import { requestSamples } from '#src/site/showcase/request-samples.server.ts'
import { clientPrograms, type Prepare, printed } from '#test/fixtures/client-programs.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { type ForwardingProxy, startProxy } from '#test/fixtures/proxy.ts'
import { exampleProgram } from '#test/fixtures/sdk-examples.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'

const folder = join(import.meta.dirname, '../../content/samples')
const samples = (await readdir(folder)).toSorted()
const scripts = await mkdtemp(join(tmpdir(), 'tapewire-samples-'))

const hasCurl = !spawnSync('curl', ['--version']).error
if (!hasCurl) didNotRun('samples in the shell', 'there is no curl on this machine')
const { mjs, py, go } = await clientPrograms(scripts)
const sh: Prepare = async (name, text) => {
  await writeFile(join(scripts, name), text)
  return { command: ['/bin/sh', join(scripts, name)] }
}
const languages: Record<string, Prepare | null> = { '.sh': hasCurl ? sh : null, '.mjs': mjs, '.py': py, '.go': go }

/** Output that shows that a sample works. An endless sample is stopped after this output. */
const expected: Record<string, RegExp> = {
  'adjust-by-hand.mjs': /all +1\.60 % +3\.39 % +478\.63 %/,
  'bars.go': /\d+ \d+(\.\d+)? (true|false)/,
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
  'refused.sh': /HTTP\/1\.1 400[\s\S]*"error":"invalid_interval"/,
  'resume.mjs': /^\d{16} \d+/m,
  'socket.mjs': /type: '(tick|quote)'/,
  // This test only starts the receivers; `src/alerts/deliver/samples.test.ts` tests whether they detect a forged post.
  'webhook.mjs': /waiting on port/,
  'webhook.py': /waiting on port/,
}
/** Expected outputs that are the same in each language. */
const expectedOf: Record<string, RegExp> = {
  failed: /^unknown unknown_symbol \S+/m,
  range: /^[1-9]\d* bars$/m,
  stream: /crypto:BTCUSD\$BA \d/,
}

const bootMsMax = 180_000
let product: SharedProduct
let proxy: ForwardingProxy

beforeAll(async () => {
  product = await sharedProduct()
  proxy = await startProxy(product.api)
}, bootMsMax)
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await rm(scripts, { recursive: true, force: true })
})

/** Each sample uses another client address, because all together exceed the demo key's limit per client. */
beforeEach(() => proxy.nextClient())

const runnable = samples.filter((name) => languages[extname(name)])

test.each(runnable)('the published sample %s works', async (name) => {
  const source = await readFile(join(folder, name), 'utf8')
  const [base = '', extension = ''] = name.split('.')
  const wanted = expected[name] ?? expectedOf[base] ?? /"code":0,/
  const program = await languages[`.${extension}`]?.(name, source.replaceAll('localhost:3001', new URL(proxy.url).host))
  if (!program) throw new Error(name)
  expect(await printed(program, base === 'stream' ? afterCut(wanted) : (text) => wanted.test(text))).toMatch(wanted)
})

/** Breaks the connection at the first matching output, and waits for another match. */
function afterCut(wanted: RegExp): (text: string) => boolean {
  let before = 0
  return (text) => {
    if (before > 0) return wanted.test(text.slice(before))
    if (!wanted.test(text)) return false
    before = text.length
    proxy.cut()
    return false
  }
}

/** The samples on the home page and on product pages. */
const allTabs = [
  { title: 'cURL', file: 'home.sh' },
  { title: 'JavaScript', file: 'home.mjs' },
  { title: 'Python', file: 'home.py' },
  { title: 'Go', file: 'home.go' },
] as const
const tabs = allTabs.filter(({ file }) => languages[extname(file)])

test.each(tabs)(
  'the $title request of the home page returns bars when it is copied and run',
  async ({ title, file }) => {
    const query = { region: 'US', code: 'AAPL', interval: '1d', limit: '2' }
    const comments = { comment: 'as it is', clientComment: 'with the client' }
    const all = requestSamples({ apiUrl: proxy.url, path: '/stock/kline', query }, comments)
    const text = all.find((sample) => sample.title === title)?.text ?? ''
    const program = await languages[extname(file)]?.(file, text)
    if (!program) throw new Error(title)
    const bars = /["']?\bc["']?: ?\d+(\.\d+)?/i
    expect(await printed(program, (output) => bars.test(output))).toMatch(bars)
  },
)

const readmes = [
  { client: 'typescript', fence: 'ts', file: 'readme.mjs' },
  { client: 'python', fence: 'python', file: 'readme.py' },
  { client: 'go', fence: 'go', file: 'readme.go' },
].filter(({ file }) => languages[extname(file)])

test.each(readmes)(
  'the first program of the README for $client receives bars and events',
  async ({ client, fence, file }) => {
    const readme = await readFile(join(folder, '../../sdk', client, 'README.md'), 'utf8')
    const [, text = ''] = readme.split(`\`\`\`${fence}\n`)
    const [first = ''] = text.split('```')
    const program = await languages[extname(file)]?.(file, first.replaceAll('http://localhost:3001', proxy.url))
    if (!program) throw new Error(client)
    const event = /crypto:BTCUSD\$BA \d/
    expect(await printed(program, (output) => event.test(output))).toMatch(
      /^(\S+ \d+(\.\d+)?\n){3}[\s\S]*crypto:BTCUSD\$BA \d/,
    )
  },
)

test.each(['mjs', 'py', 'go'].filter((extension) => languages[`.${extension}`]))(
  'the example of each client method works as a .%s file',
  async (extension) => {
    const customer = await signUp(product.site, `${extension}@example.com`)
    await operate(
      product.dataDir,
      'subscription grant',
      customer.email,
      '--plan',
      'integrated-enterprise',
      '--months',
      '1',
    )
    const text = exampleProgram(extension, { apiUrl: product.api, key: customer.key })
    const program = await languages[`.${extension}`]?.(`examples.${extension}`, text)
    if (!program) throw new Error(extension)
    expect(await printed(program, () => false)).toMatch(/^33 examples ran\n$/)
  },
)

test.each(tabs)(
  'the $title request of the REST reference runs when it is copied, even with quotes in the typed symbol',
  async ({ title, file }) => {
    const query = { code: `it's "$HOME" \`id\` \\`, interval: '1d', limit: '2' }
    const lines = requestLines(title, { apiUrl: proxy.url, path: '/stock/kline', query, key: demoKey })
    const text = lines.map((line) => line.text).join('\n')
    const program = await languages[extname(file)]?.(`reference-${file}`, text)
    if (!program) throw new Error(title)
    // Python's own HTTP client raises an error on a refusal, so the program prints only the status.
    const refused = /invalid_symbol|unknown_symbol|HTTP Error 40[04]/
    expect(await printed(program, (output) => refused.test(output))).toMatch(refused)
  },
)

test.skipIf(!hasCurl).each(assetClasses)(
  'the example request of class %s returns a response of the form that the page shows',
  async (assetClass) => {
    const { request, answer } = classExample(assetClass)
    const [{ text }] = requestSamples({ apiUrl: proxy.url, ...request }, { comment: 'as it is', clientComment: '' })
    const program = await sh(`${assetClass}.sh`, text.replace('curl', 'curl -sS'))
    const { source: _, ...got } = JSON.parse(await printed(program, () => false)) as Record<string, unknown>
    expect(formOf(got)).toEqual(formOf(answer))
  },
)

/** Field names in order, each with the type of its value. */
function formOf(value: object): unknown[] {
  return Object.entries(value).map(([name, field]) => [
    name,
    typeof field === 'object' && field ? formOf(field) : typeof field,
  ])
}
