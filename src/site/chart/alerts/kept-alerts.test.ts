import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptAlerts, retryMs } from './kept-alerts.ts'

let isOffline: boolean
let reads: number
const alert = { id: 'a', state: 'armed', condition: { kind: 'price' } }

beforeEach(() => {
  vi.useFakeTimers()
  ;[isOffline, reads] = [true, 0]
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  vi.stubGlobal('document', {
    documentElement: { lang: 'en-US', dataset: {} },
    ...{ visibilityState: 'visible', addEventListener() {}, removeEventListener() {} },
  })
  vi.stubGlobal('fetch', async () => {
    reads += 1
    if (isOffline) throw new TypeError('Failed to fetch')
    return Response.json({ code: 0, data: { alerts: [alert], accountId: '1' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an open chart reads the alerts again after a failed read, and a closed chart does not', async () => {
  const kept = new KeptAlerts()
  await vi.advanceTimersByTimeAsync(0)
  expect(kept.shown()).toEqual([])
  isOffline = false
  await vi.advanceTimersByTimeAsync(retryMs)
  expect(kept.shown()).toEqual([{ alert, fired: null }])
  isOffline = true
  await kept.read()
  kept[Symbol.dispose]()
  reads = 0
  await vi.advanceTimersByTimeAsync(retryMs)
  expect(reads).toBe(0)
})
