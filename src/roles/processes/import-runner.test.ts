import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { importNow, runImportsBy } from '#src/market/import-queue/import-queue.ts'
import { sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { importProcesses } from './import-runner.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: 'url' })
  sandboxRing(ctx.settings.dataDir)
  // The test runner sets another mode.
  vi.stubEnv('MODE', 'sandbox')
  vi.stubEnv('DATA_DIR', ctx.settings.dataDir)
  vi.stubEnv('CLICKHOUSE_URL', ctx.clickhouseUrl ?? '')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await ctx[Symbol.asyncDispose]()
})

afterEach(async () => {
  for (const pid of await importPids()) process.kill(pid)
  await expect.poll(importPids).toEqual([])
})

const limits = { memoryMib: 1_536, silentMs: 60_000, wholeMs: 60_000, ageMs: 60_000, keptMs: 60_000 }
const stores = () => ({ postgres: ctx.postgresConnection, storesPath: join(ctx.settings.dataDir, 'stores.sock') })

async function imported(code: string, runner = importProcesses(stores(), limits)) {
  const file = `stock-us-${code}-1d.csv`
  const path = join(ctx.settings.dataDir, file)
  await writeFile(path, 'time,open,high,low,close,volume\n2025-01-02,1,3,1,2,10\n2025-01-03,2,4,2,3,10\n')
  using _runner = runImportsBy(ctx, runner)
  const io = { signal: new AbortController().signal, progress: () => {} }
  return await importNow(ctx, { kind: 'bars', file, path, flags: {}, by: 'cli' }, io)
}

async function importPids(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  const ours = rows.filter(([, parent, ...args]) => parent === String(process.pid) && args.includes('--part=import'))
  return ours.map(([pid]) => Number(pid))
}

test('an imported file is read in a separate process, and its rows are stored', async () => {
  expect(await imported('OWN')).toMatchObject({ rows: 2, accepted: 2, target: 'stock US OWN 1d' })
  expect(await importPids()).toHaveLength(1)
  expect(await ctx.clickhouse.query('SELECT close FROM bars ORDER BY time')).toEqual([{ close: 2 }, { close: 3 }])
})

test('an import process is ended if it uses too much memory, and the import states the reason', async () => {
  await expect(imported('HEAVY', importProcesses(stores(), { ...limits, memoryMib: 20 }))).rejects.toThrow(
    'more than 20 MiB of memory',
  )
  await expect.poll(importPids).toEqual([])
})

test('an import process is used again for the next import', async () => {
  const runner = importProcesses(stores(), limits)
  await imported('FIRST', runner)
  const first = await importPids()
  expect(first).toHaveLength(1)
  expect(await imported('SECOND', runner)).toMatchObject({ accepted: 2, target: 'stock US SECOND 1d' })
  expect(await importPids()).toEqual(first)
})

test('an import process ends when no import follows', async () => {
  await imported('LAST', importProcesses(stores(), { ...limits, keptMs: 1 }))
  await expect.poll(importPids).toEqual([])
})

test('an import process is replaced if it was killed between two imports', async () => {
  const runner = importProcesses(stores(), limits)
  await imported('BEFORE', runner)
  // Meanwhile the process reports that it is alive.
  await sleep(1_200)
  const [killed] = await importPids()
  if (killed === undefined) throw new Error('the process has ended')
  process.kill(killed, 'SIGKILL')
  expect(await imported('AFTER', runner)).toMatchObject({ accepted: 2 })
  expect(await importPids()).not.toContain(killed)
})

test('an import process over its maximum age ends after its import', async () => {
  expect(await imported('OLD', importProcesses(stores(), { ...limits, ageMs: 0 }))).toMatchObject({ accepted: 2 })
  expect(await importPids()).toEqual([])
})
