import { expect, test } from 'vitest'
import type { KeyScope } from '#src/contract/account/keys.ts'
import { coversClass, openScope, readScope, scopeOf, scopeRefusal } from './scope.ts'

const with_ = (change: Partial<KeyScope>): KeyScope => ({ ...openScope, ...change })

test('a key scope is read with sorted classes and without duplicate networks, and a list of all classes means no restriction', () => {
  expect(
    readScope(with_({ classes: ['crypto', 'stock'], networks: [' 2001:DB8::/32', '10.0.0.1', '10.0.0.1', ''] })),
  ).toEqual({
    classes: ['stock', 'crypto'],
    access: 'all',
    networks: ['2001:db8::/32', '10.0.0.1'],
  })
  expect(readScope(with_({ classes: ['stock', 'forex', 'indices', 'crypto', 'future', 'fund'] }))).toEqual(openScope)
  expect(scopeOf(openScope)).toBeNull()
})

test.each([
  ['10.0.0.0/33'],
  ['10.0.0/8'],
  ['2001:db8::/129'],
  ['::ffff:10.0.0.1'],
  ['example.com'],
  ['10.0.0.1/8/8'],
  ['0x0a.0.0.1'],
])('the network %s is refused in a key scope', (network) => {
  expect(readScope(with_({ networks: [network] }))).toEqual({ wrong: 'networks' })
})

test('a key scope has at most 20 networks, and at least one class when it restricts classes', () => {
  const networks = Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`)
  expect(readScope(with_({ networks }))).toEqual({ wrong: 'networks' })
  expect(readScope(with_({ networks: networks.slice(1) }))).toMatchObject({ networks: networks.slice(1) })
  expect(readScope(with_({ classes: [] }))).toEqual({ wrong: 'classes' })
})

test('a key scope with networks allows IPv4 and IPv6 addresses inside them and refuses all others, even an unknown address', () => {
  const scope = with_({ networks: ['198.51.100.0/24', '2001:db8:1::/48', '203.0.113.7'] })
  const at = (caller: string) => scopeRefusal(scope, 'rest', caller)
  expect([at('198.51.100.255'), at('2001:db8:1:ffff::9'), at('203.0.113.7')]).toEqual([null, null, null])
  for (const outside of ['198.51.101.0', '2001:db8:2::1', '203.0.113.8', ''])
    expect(at(outside)).toBe('network_not_allowed')
})

test('a key scope covers only its listed classes, and a refusal because of both API and network names the API', () => {
  const scope = with_({ access: 'stream', classes: ['crypto'], networks: ['10.0.0.0/8'] })
  expect(scopeRefusal(scope, 'rest', '192.0.2.1')).toBe('not_in_scope')
  expect(scopeRefusal(scope, 'stream', '10.1.2.3')).toBeNull()
  expect([coversClass(scope, 'crypto'), coversClass(scope, 'stock'), coversClass(null, 'stock')]).toEqual([
    true,
    false,
    true,
  ])
})
