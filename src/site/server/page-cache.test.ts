import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Afterwards, createAfterwards } from '../context/afterwards.ts'
import { createPageCache } from './page-cache.ts'

const page = { body: '<p>tape</p>', type: 'text/html; charset=utf-8', csp: "script-src 'self'", maxAgeMs: 1_000 }
const requestWith = (headers: Record<string, string> = {}) => new Request('http://localhost/en-US', { headers })

function cacheAt(start: number, limits?: { bytesMax: number; squeezedAtOnceMax: number }) {
  const clock = { at: 0, now: () => start + clock.at, elapsed: () => clock.at, sleep: async () => {} }
  return { clock, cache: createPageCache(clock, createAfterwards(clock, new AbortController().signal), limits) }
}

test('a cached page is sent compressed with its content security policy, and a reader that has the page gets 304', async () => {
  const { cache } = cacheAt(0)
  cache.keep('/en-US', requestWith(), page, cache.generation())
  const response = cache.find('/en-US', requestWith({ 'accept-encoding': 'gzip, br' }))?.response
  expect(response?.headers.get('content-encoding')).toBe('br')
  expect(response?.headers.get('content-security-policy')).toBe(page.csp)
  expect(brotliDecompressSync(await (response?.arrayBuffer() ?? new ArrayBuffer(0))).toString()).toBe(page.body)
  const etag = response?.headers.get('etag') ?? ''
  const again = cache.find(
    '/en-US',
    requestWith({ 'accept-encoding': 'br', 'if-none-match': `W/"other", ${etag}` }),
  )?.response
  expect(again?.status).toBe(304)
})

test('if a cached page cannot be rendered again, a request five seconds later retries, and the old page stays cached', () => {
  const { cache, clock } = cacheAt(0)
  cache.keep('/en-US', requestWith(), { ...page, maxAgeMs: 60_000 }, cache.generation())
  clock.at = 60_000
  expect(cache.find('/en-US', requestWith())?.stale).toBe(true)
  clock.at = 64_999
  expect(cache.find('/en-US', requestWith())?.stale).toBe(false)
  clock.at = 65_000
  expect(cache.find('/en-US', requestWith())?.stale).toBe(true)
})

test('an expired page is still served while one request renders it again, and a much older page is dropped', () => {
  const { cache, clock } = cacheAt(0)
  cache.keep('/en-US', requestWith(), page, cache.generation())
  expect(cache.find('/en-US', requestWith())?.stale).toBe(false)
  clock.at = 1_500
  expect(cache.find('/en-US', requestWith())?.stale).toBe(true)
  expect(cache.find('/en-US', requestWith())?.stale).toBe(false)
  expect(cache.ready('/en-US', requestWith())).not.toBeNull()
  clock.at = 5_000
  expect(cache.ready('/en-US', requestWith())).toBeNull()
  expect(cache.find('/en-US', requestWith())).toBeNull()
})

test('the page cache has a page ready while the page is fresh and need not be queued for stronger compression', () => {
  const { cache, clock } = cacheAt(0)
  const request = requestWith({ 'accept-encoding': 'gzip' })
  cache.keep('/en-US', requestWith(), page, cache.generation())
  cache.keep('/en-US/faq', requestWith(), { ...page, maxAgeMs: null }, cache.generation())
  expect(cache.ready('/en-US', request)).toMatchObject({ status: 200, headers: { 'Content-Encoding': 'gzip' } })
  expect(cache.ready('/en-US/faq', request)).toBeNull()
  cache.find('/en-US/faq', request)
  clock.at = 1_500
  expect(cache.ready('/en-US', request)).toBeNull()
  expect(cache.ready('/en-US/faq', request)).not.toBeNull()
  expect(cache.find('/en-US', request)?.stale).toBe(true)
})

test('clearing the page cache also removes a page without a maximum age', () => {
  const { cache } = cacheAt(0)
  cache.keep('/en-US', requestWith(), { ...page, maxAgeMs: null }, cache.generation())
  cache.drop()
  expect(cache.find('/en-US', requestWith())).toBeNull()
})

test('a page is sent but not cached if the cache was cleared during its rendering', () => {
  const { cache } = cacheAt(0)
  const began = cache.generation()
  cache.drop()
  expect(cache.keep('/en-US', requestWith(), page, began).status).toBe(200)
  expect(cache.find('/en-US', requestWith())).toBeNull()
})

test('a page without a maximum age is compressed more strongly after it has been requested again', async () => {
  const { cache } = cacheAt(0)
  const body = Array.from({ length: 2_000 }, (_, at) => `<p>${(at * at) % 977} ticks</p>`).join('')
  const size = (response?: Response) => Number(response?.headers.get('content-length'))
  const asBrotli = requestWith({ 'accept-encoding': 'br' })
  const first = size(cache.keep('/en-US', asBrotli, { ...page, body, maxAgeMs: null }, cache.generation()))
  const later = () => size(cache.find('/en-US', asBrotli)?.response)
  expect(later()).toBe(first)
  await expect.poll(later).toBeLessThan(first)
})

const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')

test('the oldest pages are removed when the cached pages and their compressed forms exceed the byte limit', () => {
  const { cache } = cacheAt(0, { bytesMax: 11_000, squeezedAtOnceMax: 1 })
  const keep = (key: string, headers = {}) =>
    cache.keep(key, requestWith(headers), { ...page, body: noise(3_000), maxAgeMs: null }, cache.generation())
  for (const key of ['/a', '/b', '/c']) keep(key)
  expect(cache.find('/a', requestWith())).not.toBeNull()
  keep('/d', { 'accept-encoding': 'br' })
  expect(['/a', '/b', '/c', '/d'].map((key) => cache.find(key, requestWith()) !== null)).toEqual([
    false,
    true,
    true,
    true,
  ])
  cache.find('/d', requestWith({ 'accept-encoding': 'gzip' }))
  expect(['/b', '/c', '/d'].map((key) => cache.find(key, requestWith()) !== null)).toEqual([false, true, true])
})

test('a page larger than the whole cache is sent but not cached', () => {
  const { cache } = cacheAt(0, { bytesMax: 1_000, squeezedAtOnceMax: 1 })
  expect(cache.keep('/a', requestWith(), { ...page, body: noise(3_000) }, cache.generation()).status).toBe(200)
  expect(cache.find('/a', requestWith())).toBeNull()
})

test('with a limit of two waiting pages, a third page is queued for compression only after one of the two is compressed', async () => {
  const waiting: (() => Promise<unknown>)[] = []
  const clock = { now: () => 0, elapsed: () => 0, sleep: async () => {} }
  const afterwards = ((work: () => Promise<unknown>) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.push(() => work().then(resolve))
    return promise
  }) as Afterwards
  const cache = createPageCache(clock, afterwards, { bytesMax: 1_000_000, squeezedAtOnceMax: 2 })
  const keys = ['/a', '/b', '/c']
  for (const key of keys) cache.keep(key, requestWith(), { ...page, maxAgeMs: null }, cache.generation())
  for (const key of [...keys, ...keys]) cache.find(key, requestWith())
  expect(waiting).toHaveLength(2)
  await waiting[0]?.()
  await new Promise(setImmediate)
  for (const key of keys) cache.find(key, requestWith())
  expect(waiting).toHaveLength(3)
})
