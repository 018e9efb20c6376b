import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { load } from './load.ts'
import { serve } from './serve.ts'

test('a load fails if an answer is not 200, instead of counting a fast refusal', async () => {
  await using server = await serve((_, outgoing) => void outgoing.writeHead(503, { 'content-length': 0 }).end())
  await expect(load({ port: server.port, path: '/quote', seconds: 0.01, sockets: 2 })).rejects.toThrow('not 200')
})

test('at a fixed rate, requests that were due while the server did not respond count as late', async () => {
  let stopsUntil = 0
  await using server = await serve(async (_, outgoing) => {
    if (stopsUntil === 0) stopsUntil = performance.now() + 1_000
    await sleep(Math.max(0, stopsUntil - performance.now()))
    outgoing.writeHead(200, { 'content-length': 0 }).end()
  })
  const { all } = await load({ port: server.port, path: '/quote', seconds: 0.7, sockets: 4, perSecond: 100 })
  // The server stands still for half a second of the measured time.
  expect(all.filter((ms) => ms > 50).length).toBeGreaterThan(40)
})
