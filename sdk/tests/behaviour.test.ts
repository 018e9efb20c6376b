import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { playAll } from '#test/fixtures/play-all.ts'
import { SdkGateway } from '#test/fixtures/sdk-gateway.ts'
import { packClient } from '../../tools/sdk/packages.ts'
import { goOffline, goTools, pythonTools } from '../../tools/sdk/toolchains.ts'
import { framesCases, inputCases } from './python-cases.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tapewire-sdk-'))

const python = await pythonTools()
const go = await goTools()
if ('missing' in python) didNotRun('tests of the Python client', python.missing)
if ('missing' in go) didNotRun('tests of the Go client', go.missing)

/** Time limit that includes compiling the standard library of Go on a fresh machine. */
const compileMsMax = 240_000

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the TypeScript client passes the behaviour cases of all clients when installed from its package into an empty project', async () => {
  const project = join(folder, 'npm')
  const file = packClient('typescript', project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${basename(file)}`], { cwd: project })
  cpSync('sdk/tests/cases.mjs', join(project, 'cases.mjs'))
  await playAll(process.execPath, ['cases.mjs'], project)

  writeFileSync(join(project, 'user.ts'), program)
  // Compiles with the oldest libraries that a customer's project may have. `skipLibCheck` is off, because the types of
  // libraries must be checked, too.
  const libraries = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--types', '']
  await run(resolve('node_modules/.bin/tsc'), ['--strict', '--noEmit', ...libraries, 'user.ts'], { cwd: project })
})

/** A program with the clients of two providers, which prints whether their classes differ. */
const twoProviders = {
  js: `import { Client as Acme } from '@acme/client'
import { Client as Beta } from '@beta-data/client'
console.log(new Acme({ apiUrl: 'http://a', key: 'a' }) instanceof Beta, typeof Beta)`,
  py: `from acme_client import ApiError, Client as Acme
from beta_data_client import ApiError as Other, Client as Beta
print(issubclass(Acme, Beta), issubclass(ApiError, Other), Beta.__module__)`,
  go: `package main

import (
	"fmt"
	"reflect"

	acme "acme-client"
	beta "beta-data-client"
)

func main() {
	fmt.Println(reflect.TypeOf(acme.Client{}).PkgPath(), reflect.TypeOf(beta.Client{}).PkgPath())
}
`,
}
const providers = ['acme', 'beta-data'] as const

test('one npm project can import the TypeScript clients of two providers, each under the name of its provider', async () => {
  const project = join(folder, 'two-npm')
  const files = providers.map((slug) => `./${basename(packClient('typescript', project, { slug }))}`)
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: project })
  writeFileSync(join(project, 'two.mjs'), twoProviders.js)
  expect((await run(process.execPath, ['two.mjs'], { cwd: project })).stdout).toBe('false function\n')
})

/** A customer's program. The type checker reads it against the installed package. */
const program = `import { type Bar, Client, ApiError, type TickUpdate } from '@market-data/client'
const market = new Client({ apiUrl: 'http://localhost:3001', key: 'a key' })
const { data } = await market.rest.kline({ class: 'stock', code: 'AAPL', interval: '1d' })
export const closes: number[] = data.map((bar: Bar) => bar.c)
for await (const trade of market.rest.rows('trades', { class: 'crypto', code: 'BTCUSD' })) closes.push(trade.p)
market.stream.on('tick', (tick: TickUpdate) => closes.push(tick.ld))
export const waits = (error: unknown) => (error instanceof ApiError && error.kind === 'limit' ? error.retryAfter : null)
// @ts-expect-error no such class
await market.rest.kline({ class: 'bond', code: 'AAPL' })
`

async function packagesOf(interpreter: string): Promise<string> {
  const { stdout } = await run(interpreter, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'])
  return stdout.trim()
}

if (!('missing' in python))
  describe('the Python client works when it is installed from its wheel into an empty environment', () => {
    const venv = join(folder, 'venv')
    const installed = join(venv, 'bin/python')
    const env = { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: python.wheels }
    // Without pip and compiled files, creating the environments takes a quarter of the time.
    const makeVenv = (path: string) => run('python3', ['-m', 'venv', '--without-pip', path])
    const pipInstall = (into: string, ...wheels: string[]) =>
      run(python.python, ['-m', 'pip', '--python', into, 'install', '--quiet', '--no-compile', ...wheels], { env })

    beforeAll(async () => {
      await makeVenv(venv)
      await pipInstall(venv, packClient('python', join(folder, 'wheel')))
    }, compileMsMax)

    test('one Python environment can import the clients of two providers', async () => {
      const wheels = providers.map((slug) => packClient('python', join(folder, 'wheels'), { slug }))
      await pipInstall(venv, ...wheels)
      const { stdout } = await run(installed, ['-c', twoProviders.py])
      expect(stdout).toBe('False False beta_data_client.client\n')
    })

    test(
      'pip installs pandas if the wheel of the Python client is installed with its extra pandas',
      async () => {
        const own = join(folder, 'extra')
        await makeVenv(own)
        const { stderr } = await pipInstall(own, `${packClient('python', join(folder, 'wheel'))}[pandas]`)
        expect(stderr).not.toContain('does not provide the extra')
        const { stdout } = await run(join(own, 'bin/python'), ['-c', 'import pandas; print(pandas.DataFrame().shape)'])
        expect(stdout).toBe('(0, 0)\n')
      },
      compileMsMax,
    )

    test('the wheel of the Python client has the same files and metadata as the wheel that hatchling builds', async () => {
      const source = join(folder, 'hatchling')
      cpSync('sdk/python', source, { recursive: true })
      cpSync('LICENSE', join(source, 'LICENSE'))
      await run(python.python, ['-m', 'hatchling', 'build', '-t', 'wheel'], { cwd: source })
      const wheel = packClient('python', join(folder, 'wheel'))
      const args = [resolve('sdk/tests/wheels.py'), wheel, join(source, 'dist', basename(wheel))]
      const { stdout } = await run(python.python, args)
      const [ours, theirs] = JSON.parse(stdout)
      expect(ours).toEqual(theirs)
      expect(ours.metadata).toContainEqual(['Provides-Extra', 'pandas'])
    })

    test('the Python client accepts times of every type, and refuses an invalid option or time with the reason', async () => {
      await using gateway = await SdkGateway.open(inputCases, [])
      const { stdout } = await run(python.python, [resolve('sdk/tests/inputs.py'), gateway.url], {
        env: { ...process.env, TZ: 'America/New_York', PYTHONPATH: await packagesOf(installed) },
      })
      const { requests } = gateway.seen('inputs')
      expect(requests).toEqual([
        ...Array(5).fill('/stock/trades?code=AAPL&from=2026-11-20T00%3A00%3A00.000Z'),
        ...Array(2).fill('/stock/trades?code=AAPL&from=2026-11-20'),
        '/stock/trades?code=AAPL&from=2026-11-20T05%3A00%3A00.000Z',
        '/stock/trades?code=AAPL&from=1795132800',
        '/stock/trades?code=AAPL&from=20261120',
        '/stock/trades?code=AAPL&from=2026-11-20T00%3A00%3A00.000Z',
        '/stock/klines?codes=AAPL%2CMSFT&interval=1d',
        ...Array(3).fill('/stock/trades?code=AAPL'),
      ])
      expect(JSON.parse(stdout)).toEqual({
        decimal: "Decimal('1.1')",
        refused: [
          'True is not a time. Pass a date, a datetime, ISO 8601 text, or a number.',
          'key is None. Pass an API key, or a function that returns one.',
          "api_url is 'localhost:4771'. Pass the address of the gateway, such as https://api.example.com.",
        ],
        instruments: 2,
        copy: ['words (rate_limited)', 'limit', 2],
        agent: expect.stringMatching(/^market_data_client\/\d+\.\d+\.\d+ /),
        logged: ['words (server_busy); attempt 2 follows in 0.0 s'],
      })
    })

    test.each(['sync', 'async'])('the Python client passes the behaviour cases of all clients in %s mode', (how) =>
      playAll(installed, [resolve('sdk/tests/cases.py'), how], folder),
    )

    test('the Python client ends a stream closed while connecting, sends a subscription made offline, and retries a failed key function', async () => {
      const { stdout } = await run(installed, [resolve('sdk/tests/closing.py')], { cwd: folder })
      expect(JSON.parse(stdout)).toEqual({
        ended: [true, true],
        requests: ['stock:AAPL$US', 'stock:AAPL$US'],
        reasons: ['the site is down', 'the site is down'],
      })
    })

    test('a Python program that uses the client passes mypy in strict mode', async () => {
      const args = ['--strict', '--python-executable', installed, '--cache-dir', join(python.wheels, '../mypy')]
      const checked = await run(python.python, ['-m', 'mypy', ...args, resolve('sdk/tests/user.py')], { cwd: folder })
      expect(checked.stdout).toMatch(/^Success/)
    })

    test('the Python client returns pandas and polars data frames with times', async () => {
      await using gateway = await SdkGateway.open(framesCases, [])
      const { stdout } = await run(python.python, [resolve('sdk/tests/frames.py'), gateway.url], {
        env: { ...process.env, PYTHONPATH: await packagesOf(installed) },
      })
      expect(JSON.parse(stdout)).toEqual({
        pandas: ['2020-08-31 00:00:00+00:00', expect.stringMatching(/^datetime64\[.s, UTC\]$/), [5, 6]],
        polars: ['2020-08-31 00:00:00+00:00', expect.stringMatching(/^Datetime.*'UTC'/), [5, 6]],
        quotes: [
          ['AAPL', 1],
          ['MSFT', 2],
        ],
        splits: ['1:4'],
        empty: [
          0,
          0,
          ['t', 'p', 'v', 'd', 'te', 'seq'],
          ['t', 'p', 'v', 'd', 'te', 'seq'],
          expect.stringContaining('UTC'),
        ],
        movers: [0, ['s', 'r', 'ld'], expect.stringContaining('UTC')],
        dividends: [
          ['2020-09-01 00:00:00+00:00', expect.stringContaining('UTC')],
          ['2020-09-01 00:00:00+00:00', expect.stringContaining('UTC')],
        ],
        zone: '2020-08-30 20:00:00-04:00',
      })
    })
  })

if (!('missing' in go))
  test(
    'the Go client passes the behaviour cases of all clients when unpacked next to an empty module',
    async () => {
      const project = join(folder, 'go')
      mkdirSync(project)
      await run('tar', ['-xzf', packClient('go', folder), '-C', project])
      cpSync('sdk/tests/cases.go', join(project, 'main.go'))
      await run('go', ['mod', 'init', 'example'], { cwd: project, env: goOffline })
      const edit = [
        'mod',
        'edit',
        '-require',
        'market-data-client@v0.1.0',
        '-replace',
        'market-data-client=./market-data-client-go',
      ]
      await run('go', edit, { cwd: project, env: goOffline })
      await run('go', ['mod', 'tidy'], { cwd: project, env: goOffline })
      await run('go', ['build', '-o', 'cases', '.'], { cwd: project, env: goOffline })
      await playAll('./cases', [], project)
    },
    compileMsMax,
  )

if (!('missing' in go))
  test(
    'one Go module can import the clients of two providers',
    async () => {
      const project = join(folder, 'two-go')
      mkdirSync(project)
      const go = (...args: string[]) => run('go', args, { cwd: project, env: goOffline })
      await go('mod', 'init', 'example')
      for (const slug of providers) {
        await run('tar', ['-xzf', packClient('go', folder, { slug }), '-C', project])
        await go('mod', 'edit', '-require', `${slug}-client@v0.1.0`, '-replace', `${slug}-client=./${slug}-client-go`)
      }
      writeFileSync(join(project, 'main.go'), twoProviders.go)
      await go('mod', 'tidy')
      const { stdout } = await go('run', '.')
      expect(stdout).toBe('acme-client beta-data-client\n')
    },
    compileMsMax,
  )

if (!('missing' in go))
  test(
    'go vet and gofmt find nothing in the Go client',
    async () => {
      const [vet, format] = await Promise.all([
        run('go', ['vet', './...'], { cwd: 'sdk/go' }),
        run('gofmt', ['-l', 'sdk/go', 'sdk/tests/cases.go']),
      ])
      expect([vet.stderr, format.stdout]).toEqual(['', ''])
    },
    compileMsMax,
  )
