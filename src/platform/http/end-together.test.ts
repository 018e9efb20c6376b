import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { endTogether } from './end-together.ts'

test('responses of one turn of the event loop are sent in order at the end of the turn', async () => {
  const ended: string[] = []
  endTogether(recorder(ended), 'first')
  endTogether(recorder(ended), 'second')
  expect(ended).toEqual([])
  await new Promise(setImmediate)
  expect(ended).toEqual(['first', 'second'])
})

test('of 65 responses in one turn, the first 64 are sent at once, and the last at the end of the turn', async () => {
  const ended: string[] = []
  for (let n = 0; n < 65; n += 1) endTogether(recorder(ended), `${n}`)
  expect(ended).toHaveLength(64)
  await new Promise(setImmediate)
  expect(ended.at(-1)).toBe('64')
})

test('a client that disconnects before the end of the turn affects no other response', async () => {
  const answers: ServerResponse[] = []
  const server = createServer((_, outgoing) => {
    answers.push(outgoing)
    if (answers.length < 2) return
    for (const [n, each] of answers.entries()) {
      if (n === 0) each.socket?.destroy()
      each.writeHead(200, { 'content-length': 2 })
      endTogether(each, 'ok')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const leaves = connect(port, '127.0.0.1').on('error', () => {})
  leaves.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => answers.length).toBe(1)
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(await answer.text()).toBe('ok')
  leaves.destroy()
  server.closeAllConnections()
  server.close()
})

function recorder(ended: string[]): ServerResponse {
  return { end: (body: string) => ended.push(body) } as unknown as ServerResponse
}
