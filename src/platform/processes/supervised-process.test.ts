import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { heldWork } from '#test/fixtures/held-process.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type DataDirLock, lockDataDir } from '../data-dir/data-dir-lock.ts'
import { silentLog } from '../log/log.ts'
import type { Log } from '../platform.ts'
import type { ProcessPlan } from './process.ts'
import { SupervisedProcess } from './supervised-process.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

/** A process that blocks its event loop once it serves. */
function heldProcess(plan: ProcessPlan, options: { lock: DataDirLock; log: Log; heldMsMax?: number }) {
  return new SupervisedProcess(plan, 1_000, {
    ...{ drainMs: 0, progress: () => {}, onChange: () => {}, needs: null, file: 'test/fixtures/held-process.ts' },
    ...{ args: [], ...options },
  })
}

test('a process with a blocked event loop is ended, and the log names its last work', async () => {
  await using dataDir = await temporaryDataDir()
  await using lock = await lockDataDir(dataDir.path, { log: silentLog, signal: new AbortController().signal })
  const held = Promise.withResolvers<Record<string, unknown>>()
  const log = {
    ...silentLog,
    error: (_: string, fields: Record<string, unknown> = {}) => 'work' in fields && held.resolve(fields),
  }
  const child = heldProcess({ name: 'site', roles: ['site'] }, { log, lock, heldMsMax: 300 })
  try {
    await child.begin({ postgres: null, storesPath: '' })
    expect(await held.promise).toMatchObject({ process: 'site', work: heldWork })
    await expect.poll(() => child.state.ended).toMatchObject({ signal: 'SIGKILL' })
  } finally {
    await child[Symbol.asyncDispose]()
  }
})

test('a supervisor whose own event loop was blocked does not end the supervised process as blocked', async () => {
  await using dataDir = await temporaryDataDir()
  await using lock = await lockDataDir(dataDir.path, { log: silentLog, signal: new AbortController().signal })
  const child = heldProcess({ name: 'site', roles: ['site'] }, { log: silentLog, lock, heldMsMax: 2_000 })
  try {
    await child.begin({ postgres: null, storesPath: '' })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
    await sleep(200)
    expect(child.state).toMatchObject({ status: 'up', ended: null })
  } finally {
    await child[Symbol.asyncDispose]()
  }
})

test.each([
  ['site', '/nonexistent/node'],
  ['site', ''],
  ['gateway-1', '/nonexistent/node'],
] as const)(
  'the supervisor starts the process %s again after a failed attempt to create it (%j)',
  async (name, path) => {
    await using dataDir = await temporaryDataDir()
    await using lock = await lockDataDir(dataDir.path, { log: silentLog, signal: new AbortController().signal })
    const refused = Promise.withResolvers<void>()
    const error = (message: string) => message === 'a process could not be started' && refused.resolve()
    const child = heldProcess({ name, roles: ['site'] }, { log: { ...silentLog, error }, lock })
    try {
      await child.begin({ postgres: null, storesPath: '' })
      process.execPath = path
      child.kill()
      await refused.promise
      process.execPath = execPath
      await expect.poll(() => child.state).toMatchObject({ status: 'up' })
    } finally {
      await child[Symbol.asyncDispose]()
    }
  },
)
