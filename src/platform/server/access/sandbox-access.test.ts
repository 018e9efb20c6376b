import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { createKeyring, newRing } from '../../data-dir/keyring.ts'
import { hostCheck } from './host-check.ts'
import { SandboxAccess } from './sandbox-access.ts'

const keyring = createKeyring(newRing())
const inContainer = { HOST: '0.0.0.0' }

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return Object.assign(new EventEmitter(), { socket: { remoteAddress }, headers }) as unknown as IncomingMessage
}

test.each([
  ['this machine', inContainer, '127.0.0.1', {}, true],
  ['this machine over IPv6', inContainer, '::1', {}, true],
  ['this machine, mapped into IPv6', inContainer, '::ffff:127.0.0.1', {}, true],
  ['the bridge of a container', inContainer, '172.17.0.1', {}, false],
  ['a neighbour in the network', inContainer, '192.168.1.7', {}, false],
  [
    'a neighbour who writes the header of a proxy',
    inContainer,
    '192.168.1.7',
    { 'x-forwarded-for': '127.0.0.1' },
    false,
  ],
  ['an unknown proxy of this machine', {}, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, false],
  ['an unknown proxy that names no address', {}, '127.0.0.1', { via: '1.1 tunnel' }, false],
  [
    'a trusted proxy of this machine, for a stranger',
    { TRUSTED_PROXIES: '127.0.0.1' },
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.9' },
    false,
  ],
  [
    'a trusted proxy of this machine, for this machine',
    { TRUSTED_PROXIES: '127.0.0.1' },
    '127.0.0.1',
    { 'x-forwarded-for': '127.0.0.1' },
    true,
  ],
  [
    'a trusted proxy of another machine, for its own machine',
    { TRUSTED_PROXIES: '10.0.0.5' },
    '10.0.0.5',
    { 'x-forwarded-for': '127.0.0.1' },
    false,
  ],
])('only requests that begin on this machine open the sandbox mailbox: %s', (_case, texts, address, headers, opens) => {
  expect(new SandboxAccess(testSettings(texts), keyring).mayOpen(request(address, headers))).toBe(opens)
})

test('the secret of the sandbox link opens the sandbox mailbox from any IP address, and a wrong secret does not', () => {
  const access = new SandboxAccess(testSettings(inContainer), keyring)
  const opens = (cookie: string) => access.mayOpen(request('192.168.1.7', { cookie: `sandbox=${cookie}` }))
  expect(access.link).toBe(`http://localhost:3000/dev/open/${access.secret}`)
  expect(access.secret.length).toBeGreaterThanOrEqual(32)
  expect(opens(access.secret)).toBe(true)
  for (const other of ['', access.secret.slice(1), `${access.secret}0`, '0'.repeat(access.secret.length)])
    expect(opens(other)).toBe(false)
  expect(new SandboxAccess(testSettings(), createKeyring(newRing())).secret).not.toBe(access.secret)
})

test('a sandbox with the setting HOST accepts requests to its own names and to IP addresses, but not to other names', () => {
  const isOurs = hostCheck(testSettings(inContainer), ['http://sandbox.example:3000'])
  const ours = ['sandbox.example:3000', 'localhost:3000', '192.168.1.5:3000', '[fd00::1]:3000', '127.0.0.1:3000']
  expect(ours.filter((host) => !isOurs(host))).toEqual([])
  expect(['evil.example:3000', '192.168.1.5.evil.example', '', 'a b'].filter(isOurs)).toEqual([])
})
