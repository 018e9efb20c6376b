import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

function spawnWorker(work: string) {
  const script = `
    import { createLog } from '#src/platform/log/log.ts'
    import { captureOutput } from '#src/platform/log/raw-output.ts'
    const log = createLog({ level: 'info', readable: false })
    const onFault = () => { process.exitCode = 3 }
    using _output = captureOutput(log, { readable: false, onFault })
    ${work}
    await new Promise((resolve) => setTimeout(resolve, 20))`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function printed(work: string): Promise<{ code: number; out: string; err: string }> {
  const child = spawnWorker(work)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

const key = 'tw_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwXyZ1'

test.each([
  ['console.log', `console.log('x ${key}')`, 'info', 'stdout'],
  ['console.error with a stack', `console.error(new Error('x ${key}'))`, 'warn', 'stderr'],
  ['console.warn over several lines', `console.warn('x\\n${key}\\n')`, 'warn', 'stderr'],
  ['a write of bytes', `process.stderr.write(Buffer.from('x ${key}'), () => {})`, 'warn', 'stderr'],
  ['a warning of node', `process.emitWarning('x ${key}')`, 'warn', 'node'],
])('%s becomes one redacted line of the log', async (_name, work, level, from) => {
  const { code, out, err } = await printed(work)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, from, message: expect.stringContaining('x') })
  expect(out).not.toContain(key.slice(8))
})

test.each([
  ['a thrown error', `setTimeout(() => { throw new Error('x ${key}') })`, 'uncaughtException'],
  ['a rejection', `Promise.reject(new Error('x ${key}'))`, 'unhandledRejection'],
])('%s that nothing catches is logged and ends the process in an orderly way', async (_name, work, origin) => {
  const { code, out, err } = await printed(work)
  expect({ code, err }).toEqual({ code: 3, err: '' })
  expect(JSON.parse(out)).toMatchObject({ level: 'error', origin, cause: { message: 'x [redacted]' } })
})

test('a log field cannot replace the level or the message', async () => {
  const { out } = await printed(`log.info('mine', { level: 'error', message: 'theirs', time: 'never', x: 1 })`)
  expect(JSON.parse(out)).toMatchObject({ level: 'info', message: 'mine', x: 1 })
})

test.each(['stdout', 'stderr'] as const)(
  'when the reader of %s disconnects, the process continues without a fault',
  async (name) => {
    const child = spawnWorker(`
    log.info('begun')
    for (let line = 0; line < 20; line++) {
      log.info('nobody reads this')
      process.${name}.write('nor this')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }`)
    await once(child.stdout, 'data')
    child[name].destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
