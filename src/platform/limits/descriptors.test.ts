import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { connectionsMax } from './descriptors.ts'

test.each([
  ['gateway', ['gateway', 'feed'], 65_536, 20_000],
  ['site', ['site'], 65_536, 4_000],
  ['gateway', ['gateway', 'feed'], 1_024, 864],
  ['gateway', ['gateway', 'site'], 1_024, 720],
  ['site', ['gateway', 'site'], 1_024, 144],
  ['site', ['site'], 128, 16],
  ['gateway', ['gateway'], null, 20_000],
] as const)(
  'the role %s, in a process with the roles %j and a limit of %s open files, accepts at most %s connections',
  (role, roles, limit, expected) => {
    expect(connectionsMax(role, roles, limit)).toBe(expected)
  },
)

const file = join(import.meta.dirname, '../../../test/fixtures/few-descriptors.ts')

/** Runs the fixture with a limit of open files, and reads the lines that it prints. */
function withFiles(limit: number, what: 'serve' | 'exhaust') {
  const child = spawn('sh', ['-c', `ulimit -n ${limit} && exec "${process.execPath}" "${file}" ${what}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return { child, exit, next: async () => JSON.parse((await lines.next()).value ?? 'null') }
}

test('with a limit of 256 open files, a process with 400 idle connections can still open files for its stores', async () => {
  const { child, exit, next } = withFiles(256, 'serve')
  const { port } = await next()
  const idle = Array.from({ length: 400 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(idle.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  child.stdin.write('\n')
  expect(await next()).toEqual({ max: 96, files: 100 })
  for (const socket of idle) socket.destroy()
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
  child.stdin.end()
  expect(await exit).toBe(0)
})

test('when no file descriptor is free, a metric that needs a file descriptor has no value, and the process continues', async () => {
  const { exit, next } = withFiles(64, 'exhaust')
  expect(await next()).toEqual({ isReadable: false, isListed: false })
  expect(await exit).toBe(0)
})
