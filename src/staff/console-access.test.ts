import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { mayReachConsole } from './console-access.ts'

test('the console is reachable only on its host and from its networks, and other pages stay reachable', () => {
  const settings = testSettings({ OPERATOR_HOST: 'ops.example.com', OPERATOR_NETWORKS: '10.0.0.0/8' })
  const passes = (path: string, host: string, address: string) => mayReachConsole(settings, { path, host, address })
  expect(passes('/en-US/operator/money', 'ops.example.com:3000', '10.1.2.3')).toBe(true)
  expect(passes('/en-US/operator', 'example.com', '10.1.2.3')).toBe(false)
  expect(passes('/api/operator/uploads/1', 'ops.example.com', '192.0.2.1')).toBe(false)
  for (const spelling of [
    '/en-US/operator.data',
    '/en-US/OPERATOR/audit',
    '/en-US/%6Fperator',
    '/operator',
    '//operator',
  ])
    expect(passes(spelling, 'example.com', '10.1.2.3'), spelling).toBe(false)
  expect(passes('/en-US/operators', 'example.com', '192.0.2.1')).toBe(true)
  expect(passes('/en-US/pricing', 'example.com', '192.0.2.1')).toBe(true)
  expect(mayReachConsole(testSettings(), { path: '/en-US/operator', host: 'localhost', address: '::1' })).toBe(true)
})
