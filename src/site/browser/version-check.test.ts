import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadGuardMs, unsentCheckMs, versionCheckMs, versionRetryMs } from '#src/contract/site.ts'
import { watchBuild, watchVersion } from './version-check.ts'

let version: string | null
let build: string | null
let requests: string[]
let reloads: number
let page: { pathname: string; reload: () => void }
/** The state of the page: its text field, its dialog, and whether its tab is hidden. */
let field: { type: string; value: string; defaultValue: string }
let opened: string | null
let shown: { documentElement: { lang: string }; hidden: boolean }

/** A fake browser: a page, its storage, and a server with a version and a build. */
beforeEach(() => {
  vi.useFakeTimers()
  ;[version, build, requests, reloads] = ['1.0.0', 'a', [], 0]
  page = { pathname: '/en-US/pricing', reload: () => (reloads += 1) }
  vi.stubGlobal('location', page)
  field = { type: 'textarea', value: '', defaultValue: '' }
  opened = null
  shown = {
    documentElement: { lang: 'en-US' },
    hidden: false,
    ...{ querySelector: () => opened, querySelectorAll: () => [field] },
  }
  vi.stubGlobal('document', shown)
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const found = path === '/api/version' ? version : build
    if (found === null) throw new TypeError('Failed to fetch')
    if (found === '') return new Response('<!doctype html>')
    return Response.json(path === '/api/version' ? { code: 0, data: { version: found } } : { id: found })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
}

async function watchingBuild(answer = false) {
  const offered: string[] = []
  const stop = watchBuild(async (version) => {
    offered.push(version)
    return answer
  })
  await vi.advanceTimersByTimeAsync(0)
  return { stop, offered }
}

async function watchingVersion(answer: boolean) {
  const seen = { offered: [] as string[], later: [] as string[] }
  const offer = async (next: string) => {
    seen.offered.push(next)
    return answer
  }
  const stop = watchVersion(offer, (next) => seen.later.push(next))
  await vi.advanceTimersByTimeAsync(0)
  return { ...seen, stop }
}

const rebuild = async (id: string) => {
  build = id
  await vi.advanceTimersByTimeAsync(versionCheckMs)
}

test('a page stores the build of its first check, and reloads only when a later check finds another build', async () => {
  await watchingBuild()
  expect(reloads).toBe(0)
  await rebuild('a')
  expect(reloads).toBe(0)
  await rebuild('b')
  expect(reloads).toBe(1)
})

test('a page that was reloaded less than ten seconds ago is not reloaded for a new build', async () => {
  await watchingBuild()
  build = 'b'
  sessionStorage.setItem('reloaded-at', String(Date.now() + versionCheckMs - reloadGuardMs + 1))
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(reloads).toBe(0)
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(reloads).toBe(1)
})

test.each(['/en-US/login', '/zh-CN/payment', '/zh-HK/payment/order/7', '/zh-CN/callback/google'])(
  'the page %s is not reloaded for a new build',
  async (pathname) => {
    page.pathname = pathname
    await watchingBuild()
    await rebuild('b')
    expect(reloads).toBe(0)
    page.pathname = '/en-US/docs'
    await vi.advanceTimersByTimeAsync(versionCheckMs)
    expect(reloads).toBe(1)
  },
)

test('for a new build, a page with unsent text neither reloads nor shows a prompt until the text is removed', async () => {
  const { offered } = await watchingBuild(true)
  field.value = 'half a question'
  await rebuild('b')
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect({ reloads, offered }).toEqual({ reloads: 0, offered: [] })
  field.value = ''
  await vi.advanceTimersByTimeAsync(unsentCheckMs)
  expect({ reloads, offered }).toEqual({ reloads: 1, offered: ['1.0.0'] })
})

test('a page whose reader chose “Later” reloads for the new build only when the page is hidden', async () => {
  const { offered } = await watchingBuild(false)
  opened = 'an open dialog'
  await rebuild('b')
  opened = null
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect({ reloads, offered }).toEqual({ reloads: 0, offered: ['1.0.0'] })
  shown.hidden = true
  await vi.advanceTimersByTimeAsync(unsentCheckMs)
  expect(reloads).toBe(1)
})

test('a page of an account is reloaded for a new build only when it is hidden and has no typed text', async () => {
  page.pathname = '/en-US/dashboard/tickets'
  const { offered } = await watchingBuild()
  await rebuild('b')
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(reloads).toBe(0)
  field.value = 'half an answer'
  shown.hidden = true
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(reloads).toBe(0)
  field.value = ''
  await vi.advanceTimersByTimeAsync(unsentCheckMs)
  expect({ reloads, offered }).toEqual({ reloads: 1, offered: [] })
})

test('while a page has unsent text, a new version is not offered', async () => {
  const { offered } = await watchingVersion(false)
  version = '2.0.0'
  field.value = 'half a question'
  await vi.advanceTimersByTimeAsync(2 * versionCheckMs)
  expect(offered).toEqual([])
  field.value = ''
  await vi.advanceTimersByTimeAsync(unsentCheckMs)
  expect(offered).toEqual(['2.0.0'])
})

test('an unreadable build manifest causes no reload, and a stopped version check sends no requests', async () => {
  const { stop } = await watchingBuild()
  build = null
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(reloads).toBe(0)
  stop()
  requests = []
  await rebuild('b')
  expect(requests).toEqual([])
})

test('the checks for a new build continue after a manifest that is not JSON', async () => {
  await watchingBuild()
  await rebuild('')
  expect(reloads).toBe(0)
  await rebuild('b')
  expect(reloads).toBe(1)
})

test('the version is checked at the start, then every five minutes, and one minute after a failed check', async () => {
  const { offered } = await watchingVersion(true)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(versionCheckMs - 1)
  expect(requests).toHaveLength(1)
  version = null
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
  version = '1.0.0'
  await vi.advanceTimersByTimeAsync(versionRetryMs)
  expect(requests).toHaveLength(3)
  expect(offered).toEqual([])
})

test('accepting the new version reloads the page', async () => {
  const { offered, later } = await watchingVersion(true)
  version = '2.0.0'
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect({ offered, later, reloads }).toEqual({ offered: ['2.0.0'], later: [], reloads: 1 })
})

test('accepting the new version reloads the page even right after another reload', async () => {
  sessionStorage.setItem('reloaded-at', String(Date.now() + versionCheckMs - 1))
  await watchingVersion(true)
  version = '2.0.0'
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(reloads).toBe(1)
})

test('a reader who chooses Later sees the banner and gets no further prompt', async () => {
  const { offered, later } = await watchingVersion(false)
  version = '2.0.0'
  await vi.advanceTimersByTimeAsync(3 * versionCheckMs)
  expect({ offered, later, reloads }).toEqual({ offered: ['2.0.0'], later: ['2.0.0'], reloads: 0 })
  expect(requests).toHaveLength(2)
})

test('the prompt for a new version appears after a payment, not during it', async () => {
  const { offered } = await watchingVersion(false)
  version = '2.0.0'
  page.pathname = '/en-US/payment'
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(offered).toEqual([])
  page.pathname = '/en-US/docs'
  await vi.advanceTimersByTimeAsync(versionCheckMs)
  expect(offered).toEqual(['2.0.0'])
})
