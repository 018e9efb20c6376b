import { expect, test, vi } from 'vitest'
import { accountAccess } from './access.ts'

const token = { token: 'search-token', expiresAt: 9e15, apiUrl: 'https://api.example.com' }

/** Answers requests with these statuses, one after the other. */
function answering(...statuses: number[]) {
  const fetched = vi.fn(async () => {
    const status = statuses.shift() ?? 500
    const body = status === 200 ? { code: 0, data: token } : { code: status, error: 'server_busy', msg: 'busy' }
    return new Response(JSON.stringify(body), { status })
  })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
  return fetched
}

async function open() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const opening = accountAccess().then(
      ({ apiUrl }) => apiUrl,
      ({ status }) => status,
    )
    await vi.advanceTimersByTimeAsync(10_000)
    return await opening
  } finally {
    vi.useRealTimers()
  }
}

test('the chart requests the search token again after a brief fault', async () => {
  const fetched = answering(503, 200)
  expect([await open(), fetched.mock.calls.length]).toEqual([token.apiUrl, 2])
})

test('the chart requests the search token at most three times, and only once if it is refused', async () => {
  const failing = answering(503, 503, 503, 200)
  expect([await open(), failing.mock.calls.length]).toEqual([503, 3])
  const refusing = answering(403, 200)
  expect([await open(), refusing.mock.calls.length]).toEqual([403, 1])
})
