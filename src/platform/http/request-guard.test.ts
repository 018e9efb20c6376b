import { expect, test } from 'vitest'
import { targetRefusal } from './request-guard.ts'

const deep = (segments: number) => '/s'.repeat(segments)
const long = (bytes: number) => `/${'x'.repeat(bytes - 1)}`

test.each([
  ['/'],
  ['/en-US/pricing'],
  ['/en-US/pricing/'],
  ['/files/stock/US/2026-01-02.csv.gz'],
  ['/en-US/docs/%E8%A1%8C%E6%83%85'],
  ['/.well-known/security.txt'],
  ['/a..b/...'],
  [`${deep(16)}`],
  [`${deep(16)}/`],
  [long(1_024)],
  ['/stock/kline?code=A%2FB&x=//../%2e'],
  ['/stock/kline?code=%2500'],
  [`/stock/kline?${'y'.repeat(8_000)}`],
])('the request target %s passes the guard', (target) => {
  expect(targetRefusal(target)).toBe(null)
})

test.each([
  ['/en-US/%00', 'bad_characters'],
  ['/stock/ipo?region=%00', 'bad_characters'],
  ['/stock/ipo?region=%%00', 'bad_characters'],
  ['/a%0d%0aset-cookie', 'bad_characters'],
  ['/a%7F', 'bad_characters'],
  ['/%zz', 'invalid_encoding'],
  ['/%', 'invalid_encoding'],
  ['/%C0%80', 'invalid_encoding'],
  ['/%ED%A0%80', 'invalid_encoding'],
  ['/行情', 'invalid_encoding'],
  ['/a b', 'invalid_encoding'],
  ['//pricing', 'invalid_path'],
  ['/en-US//pricing', 'invalid_path'],
  ['/en-US/pricing//', 'invalid_path'],
  ['/..', 'invalid_path'],
  ['/./x', 'invalid_path'],
  ['/x/..?a', 'invalid_path'],
  ['/x/%2e%2E/y', 'invalid_path'],
  ['/x%2Fy', 'invalid_path'],
  ['/x%5cy', 'invalid_path'],
  ['/x\\y', 'invalid_path'],
  ['/x#y', 'invalid_path'],
  ['http://127.0.0.1/x', 'invalid_path'],
  ['*', 'invalid_path'],
  ['', 'invalid_path'],
  [deep(17), 'uri_too_long'],
  [long(1_025), 'uri_too_long'],
  ['/'.repeat(14_000), 'uri_too_long'],
  [`/en-US/${'a/'.repeat(7_000)}`, 'uri_too_long'],
  [`/x?${'y'.repeat(8_192)}`, 'uri_too_long'],
])('the request target %s is refused as %s', (target, name) => {
  expect(targetRefusal(target)).toBe(name)
})
