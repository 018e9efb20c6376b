import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { silentLog } from '../log/log.ts'
import type { Platform } from '../platform.ts'
import { type Command, commandFailure, controlPath, openControl } from './control.ts'

test('a command with long output waits until its reader has read the output, and ends when the reader disconnects', async () => {
  await using dataDir = await temporaryDataDir()
  let printed = 0
  const ended = Promise.withResolvers<unknown>()
  const flood: Command = {
    ...{ name: 'flood', usage: 'flood', summary: '' },
    async run(_ctx, _args, io) {
      try {
        for (; printed < 2_000; printed += 1) {
          io.print('x'.repeat(10_000))
          await io.untilRead?.()
        }
      } catch (cause) {
        ended.resolve(cause)
        throw cause
      }
      ended.resolve('everything was printed')
    },
  }
  const ctx = { settings: { dataDir: dataDir.path }, log: silentLog } as unknown as Platform
  await using _control = await openControl(ctx, { commands: [flood], log: silentLog })
  const reader = createConnection(controlPath(dataDir.path))
  await once(reader, 'connect')
  reader.write(`${JSON.stringify({ command: 'flood', args: [], cwd: '/' })}\n`)
  await expect.poll(() => printed).toBeGreaterThan(0)
  await sleep(200)
  const before = printed
  expect(before).toBeLessThan(1_000)
  let heard = 0
  reader.on('data', (chunk) => {
    heard += chunk.length
    if (heard > (before + 10) * 10_000) reader.destroy()
  })
  expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  expect(printed).toBeGreaterThan(before)
})

test('if a store does not answer a command, the error contains advice; other errors keep their message', () => {
  const late = commandFailure(silentLog, new Error('Connection terminated due to connection timeout'))
  expect(late).toMatch(/^A store failed \(Connection terminated due to connection timeout\)\. .*doctor/)
  expect(commandFailure(silentLog, new Error('no such file'))).toBe('no such file')
})
