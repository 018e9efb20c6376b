import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const run = promisify(execFile)
const python = process.env.TAPEWIRE_DRILL_PYTHON ?? 'python3'

function lacks(tool: string, command: string, ...args: string[]): boolean {
  if (spawnSync(command, args).status === 0) return false
  didNotRun(`reading a day file with ${tool}`, `needs ${tool}`)
  return true
}

let ctx: TestPlatform
let rest: TestRest
let token = ''
let address = ''
let whole: Buffer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'day-file-'))
  ctx = await testPlatform({ clickhouse: true, now: Date.parse('2026-01-06T15:10:00Z') })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  token = (await keyOnPlan(ctx, 'stock-us-base')).secret
  const { id } = (await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })) ?? { id: 0 }
  const bars = Array.from({ length: 1_440 }, (_, at) => ({
    ...{ instrumentId: id, interval: '1m' as const, time: Date.parse('2026-01-05') + at * 60_000 },
    ...{ source: 'exchange' as const, open: 10, high: 12, low: 9, close: 11.5, volume: at, turnover: 50 },
  }))
  await recordBars(ctx, bars)
  address = `${rest.url}/files/stock/US/2026-01-05.parquet`
  whole = Buffer.from(await (await fetch(address, { headers: { token } })).arrayBuffer())
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Lets a tool continue a download of which it already has half. */
async function resumed(command: string, args: (target: string) => string[]): Promise<Buffer> {
  const target = join(folder, `${command}.parquet`)
  await run(command, args(target))
  await truncate(target, Math.floor(whole.length / 2))
  await run(command, args(target))
  return readFile(target)
}

test.skipIf(lacks('wget', 'wget', '--version'))('wget -c continues an interrupted download', async () => {
  const bytes = await resumed('wget', (target) => ['-q', '-c', '-O', target, '--header', `token: ${token}`, address])
  expect(bytes.equals(whole)).toBe(true)
})

test.skipIf(lacks('curl', 'curl', '--version'))('curl -C - continues an interrupted download', async () => {
  const bytes = await resumed('curl', (target) => ['-sS', '-C', '-', '-o', target, '-H', `token: ${token}`, address])
  expect(bytes.equals(whole)).toBe(true)
})

test.skipIf(lacks('aria2c', 'aria2c', '--version'))('aria2c reads a day file in several parts', async () => {
  await run('aria2c', ['-q', '-x4', '-s4', '-k1M', '-d', folder, '-o', 'day', `--header=token: ${token}`, address])
  expect((await readFile(join(folder, 'day'))).equals(whole)).toBe(true)
})

test.skipIf(lacks('fsspec', python, '-c', 'import fsspec, aiohttp, pyarrow'))(
  'pyarrow reads a day file through fsspec',
  async () => {
    const program = `import fsspec, sys, pyarrow.parquet as pq
with fsspec.open(sys.argv[1], client_kwargs={"headers": {"token": sys.argv[2]}}) as f:
    print(pq.read_table(f, columns=["volume"]).num_rows)`
    const { stdout } = await run(python, ['-c', program, address, token])
    expect(stdout.trim()).toBe('1440')
  },
)
