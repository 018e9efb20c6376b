import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { returnMemory } from '#src/platform/metrics/spare-memory.ts'
import { readMessage } from './message.ts'

test('only short subscription messages are cached after parsing; long subscriptions and auth messages are parsed again', () => {
  const list = (length: number) => JSON.stringify({ ac: 'subscribe', params: 'AAPL$US,'.repeat(length / 8) })
  expect(readMessage(list(800))).toBe(readMessage(list(800)))
  expect(readMessage(list(24_000))).not.toBe(readMessage(list(24_000)))
  expect(readMessage('{"ac":"auth","params":"k"}')).not.toBe(readMessage('{"ac":"auth","params":"k"}'))
})

test('a stored symbol does not keep its whole subscription message in memory', async () => {
  const padding = ' '.repeat(60_000)
  const heapMib = async () => {
    await returnMemory({ log: silentLog })
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const before = await heapMib()
  const kept = Array.from({ length: 500 }, (_, n) => {
    const message = readMessage(JSON.stringify({ ac: 'subscribe', params: `stock:LONGNAME${n}$US,${padding}${n}` }))
    // Concatenates as caches do; V8 then keeps both parts in memory.
    return message.ac === 'subscribe' ? `stock ${message.symbols[0]}` : ''
  })
  expect((await heapMib()) - before).toBeLessThan(5)
  expect(kept[499]).toBe('stock stock:LONGNAME499$US')
})
