import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { answerWithin } from './wait.ts'

/** A server on another thread, which answers each message after `delayMs`, also while this thread is busy. */
const echoLate = (delayMs: number) => `
  const { createServer } = require('node:net')
  const server = createServer((socket) => socket.on('data', (data) => setTimeout(() => socket.write(data), ${delayMs})))
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))`

async function ask(delayMs: number, whileWaiting: () => void): Promise<string> {
  await using stack = new AsyncDisposableStack()
  const server = stack.adopt(
    new Worker(echoLate(delayMs), { eval: true }),
    async (worker) => void (await worker.terminate()),
  )
  const [port] = await once(server, 'message')
  const socket = stack.adopt(connect(port, '127.0.0.1'), (open) => void open.destroy())
  await once(socket, 'connect')
  socket.write('answer')
  const answer = answerWithin(200, 'no answer', once(socket, 'data'))
  whileWaiting()
  const [data] = await answer
  return String(data)
}

function holdEventLoop(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('an answer that arrives in time is accepted, even if the process is too busy to read it before the limit', async () => {
  expect(await ask(20, () => holdEventLoop(500))).toBe('answer')
})

test('an answer that does not arrive in time is an error', async () => {
  await expect(ask(2_000, () => {})).rejects.toThrow('no answer')
})

test('if the awaited work fails before the time limit, the caller gets the error of the work', async () => {
  await expect(answerWithin(200, 'no answer', Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
