import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, call, setSignedOutHere } from './call-api.ts'

const assigned: string[] = []
let answers: Response[]
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  assigned.length = 0
  vi.stubGlobal('document', { documentElement: { lang: 'zh-HK' } })
  vi.stubGlobal('location', {
    pathname: '/zh-HK/payment',
    search: '?plan=base',
    hash: '#x',
    assign: (url: string) => assigned.push(url),
  })
  vi.stubGlobal('fetch', async (path: string, { method, headers }: { method: string; headers: { lang: string } }) => {
    asked.push(`${method} ${path} ${headers.lang}`)
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const good = () => Response.json({ code: 0, msg: 'ok', data: 7 })
const bad = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ code: status, msg: 'no', error: 'server_busy', data: null, ...body }, { status, headers })

test.each([408, 409, 425, 429, 500, 502, 503, 504])('a read that answers %i is tried once more', async (status) => {
  answers = [bad(status), good()]
  const result = ask<number>('GET', '/api/keys')
  await vi.runAllTimersAsync()
  expect(await result).toEqual({ ok: true, data: 7 })
  expect(asked).toEqual(['GET /api/keys zh-HK', 'GET /api/keys zh-HK'])
})

test('a read that fails twice has failed', async () => {
  answers = [bad(503), bad(503), good()]
  const result = ask('GET', '/api/keys')
  await vi.runAllTimersAsync()
  expect(await result).toMatchObject({ ok: false, status: 503 })
  expect(asked).toHaveLength(2)
})

test.each([400, 401, 403, 404])('a read that answers %i is not tried again', async (status) => {
  answers = [bad(status), good()]
  expect(await ask('GET', '/api/keys')).toMatchObject({ ok: false, status })
  expect(asked).toHaveLength(1)
})

test.each(['POST', 'PUT'] as const)('a %s is never tried again', async (method) => {
  answers = [bad(503), good()]
  expect(await ask(method, '/api/order')).toMatchObject({ ok: false, status: 503 })
  expect(asked).toHaveLength(1)
})

test('a second try waits as long as the server asked', async () => {
  answers = [bad(429, {}, { 'retry-after': '2' }), good()]
  const result = ask('GET', '/api/keys')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(601)
  expect(await result).toMatchObject({ ok: true })
})

test('only faults of the server and the network are without words: the page says then that it is busy', async () => {
  answers = [bad(500)]
  expect(await ask('POST', '/api/x')).toMatchObject({ refusal: { msg: null } })
  answers = []
  expect(await ask('POST', '/api/x')).toEqual({ ok: false, status: 0, refusal: { error: null, msg: null } })
  answers = [bad(429, { error: 'too_often', code: 431 }, { 'retry-after': '9' })]
  expect(await ask('POST', '/api/x')).toMatchObject({ refusal: { msg: 'no', error: 'too_often', retryAfter: 9 } })
})

test('code 401 opens the login with the way back; 402 and a mere question do not', async () => {
  answers = [bad(401, { code: 402, error: 'wrong_credentials' })]
  await call('POST', '/api/auth/signin')
  answers = [bad(401, { error: 'not_signed_in' })]
  await ask('GET', '/api/userinfo')
  expect(assigned).toEqual([])
  answers = [bad(401, { error: 'not_signed_in' })]
  await call('GET', '/api/keys')
  expect(assigned).toEqual(['/zh-HK/login?redirect=%2Fzh-HK%2Fpayment%3Fplan%3Dbase%23x'])
})

test('who signed out on this page is led to no login by a call that was still under way', async () => {
  setSignedOutHere(true)
  answers = [bad(401, { error: 'not_signed_in' })]
  await call('GET', '/api/usage')
  expect(assigned).toEqual([])
  setSignedOutHere(false)
  answers = [bad(401, { error: 'not_signed_in' })]
  await call('GET', '/api/usage')
  expect(assigned).toHaveLength(1)
})
