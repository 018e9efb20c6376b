import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { createKeyring, newRing } from './data-dir/keyring.ts'
import { clientAddress } from './http/client-address.ts'
import { type LogLevel, logTo } from './log/log.ts'
import { hostCheck } from './server/access/host-check.ts'
import { progressBar } from './text/progress-bar.ts'

const peer = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as unknown as IncomingMessage

test.each([
  ['IPv4 mapped into IPv6', '::ffff:1.2.3.4', undefined, [], '1.2.3.4'],
  ['IPv6 as its network', '2001:db8:1:2:3:4:5:6', undefined, [], '2001:db8:1:2::/64'],
  ['a zone is cut off', 'fe80::1%eth0', undefined, [], 'fe80::/64'],
  ['loopback', '::1', undefined, [], '::/64'],
  ['a forged header from a stranger', '9.9.9.9', '127.0.0.1', [], '9.9.9.9'],
  ['a header from a stranger beside a proxy', '9.9.9.9', '127.0.0.1', ['10.0.0.0/8'], '9.9.9.9'],
  ['the hop before the proxy', '10.0.0.1', '1.1.1.1, 2.2.2.2', ['10.0.0.0/8'], '2.2.2.2'],
  ['the hop before two proxies', '10.0.0.1', '1.1.1.1, 2.2.2.2, 10.0.0.9', ['10.0.0.0/8'], '2.2.2.2'],
  ['rubbish behind a proxy', '10.0.0.1', 'rubbish', ['10.0.0.0/8'], '10.0.0.1'],
])('the client address of a request is read correctly: %s', (_case, address, forwarded, proxies, expected) => {
  expect(clientAddress(peer(address, forwarded), proxies)).toBe(expected)
})

test('a sealed text can be opened only if the text, the context and the key are unchanged', () => {
  const ring = newRing()
  const keyring = createKeyring(ring)
  const sealed = keyring.seal('tw_live_x', 'key:1')
  expect(keyring.open(sealed, 'key:1')).toBe('tw_live_x')
  expect(() => keyring.open(sealed, 'key:2')).toThrow()
  const flipped = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`
  expect(() =>
    keyring.open(`${flipped.slice(0, 10)}${flipped[10] === 'A' ? 'B' : 'A'}${flipped.slice(11)}`, 'key:1'),
  ).toThrow()
  const rotated = createKeyring(`${ring},2:${newRing().slice(2)}`)
  expect(rotated.open(sealed, 'key:1')).toBe('tw_live_x')
  expect(rotated.seal('x', 'c')).toMatch(/^v2\./)
  expect(rotated.isFingerprint(keyring.fingerprint('a', 'b'), 'a', 'b')).toBe(true)
  expect(rotated.isFingerprint(rotated.fingerprint('a', 'b'), 'a', 'c')).toBe(false)
  expect(rotated.signatures('a', 'b')).toEqual([rotated.sign('a', 'b'), keyring.sign('a', 'b')])
  expect(() => createKeyring(newRing()).open(sealed, 'key:1')).toThrow()
})

test('the log removes secrets that it recognises by their field name or by their shape', () => {
  const lines: string[] = []
  const log = logTo((line: { level: LogLevel }) => lines.push(JSON.stringify(line)), 'debug')
  log.info('request /stock/tick?token=tw_live_abcdefgh&code=AAPL', {
    authorization: 'Bearer canary-1',
    password: 'canary-2',
    deep: { cookie: 'canary-3', url: 'postgres://me:canary-4@host/db' },
    note: 'key tw_live_canary5canary5',
    cause: new Error('GET /x?token=canary-6 failed', { cause: new Error('tw_live_canary7canary7') }),
  })
  expect(lines.join()).not.toMatch(/canary|abcdefgh/)
})

test('the host check accepts the host names of the installation and of the local machine, and refuses others', () => {
  const isOurs = hostCheck(testSettings({ MODE: 'live' }), ['https://tapewire.example'])
  expect(['tapewire.example', 'tapewire.example:443', 'localhost:3000', '127.0.0.1:3000'].map(isOurs)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['evil.example', 'tapewire.example.evil.example', '', null, 'a b'].map(isOurs)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test.each([
  [0, `[${'·'.repeat(20)}] 0 %`],
  [0.52, `[${'#'.repeat(10)}${'·'.repeat(10)}] 52 %`],
  [3, `[${'#'.repeat(20)}] 100 %`],
  [Number.NaN, `[${'·'.repeat(20)}] 0 %`],
])('a progress bar at %d shows the right length and percentage', (fraction, expected) => {
  expect(progressBar(fraction)).toBe(expected)
})
