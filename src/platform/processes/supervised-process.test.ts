import { expect, test } from 'vitest'
import { heldWork } from '#test/fixtures/held-process.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { lockDataDir } from '../data-dir/data-dir-lock.ts'
import { silentLog } from '../log/log.ts'
import { SupervisedProcess } from './supervised-process.ts'

test('a process with a blocked event loop is ended, and the log names its last work', async () => {
  await using dataDir = await temporaryDataDir()
  await using lock = await lockDataDir(dataDir.path, { log: silentLog, signal: new AbortController().signal })
  const held = Promise.withResolvers<Record<string, unknown>>()
  const log = {
    ...silentLog,
    error: (_: string, fields: Record<string, unknown> = {}) => 'work' in fields && held.resolve(fields),
  }
  const child = new SupervisedProcess({ name: 'site', roles: ['site'] }, 1_000, {
    ...{ drainMs: 0, log, progress: () => {}, onChange: () => {}, needs: null, lock },
    ...{ file: 'test/fixtures/held-process.ts', args: [], heldMsMax: 300 },
  })
  try {
    await child.begin({ postgres: null, storesPath: '' })
    expect(await held.promise).toMatchObject({ process: 'site', work: heldWork })
    await expect.poll(() => child.state.ended).toMatchObject({ signal: 'SIGKILL' })
  } finally {
    await child[Symbol.asyncDispose]()
  }
})
