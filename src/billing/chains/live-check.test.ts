import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { testConfig } from '#test/fixtures/settings.ts'
import { formatAddress } from './address.ts'
import { deriverOf } from './derivation.ts'
import { paymentProblems } from './live-check.ts'
import { sandboxXpubs } from './well-known.ts'

const account = HDKey.fromMasterSeed(createHash('sha512').update('an operator of the tests').digest()).derive(
  "m/44'/195'/0'",
)
const good = {
  XPUB: account.publicExtendedKey,
  FIRST_ADDRESS: formatAddress(deriverOf(account.deriveChild(0), '').addressAt(0), 'tron'),
  RPC_URLS: 'https://node.example.com/jsonrpc',
}

function problems(network: Partial<Record<string, string>>, roles = 'site,gateway,feed,payments') {
  const variables = Object.entries({ ...good, ...network }).map(([name, text]) => [`TRC20_${name}`, text])
  const { settings, secrets } = testConfig({ MODE: 'live', ROLES: roles, ...Object.fromEntries(variables) })
  return paymentProblems(settings, secrets).join(' ')
}

test('a completely configured network may accept payments', () => {
  expect(problems({})).toBe('')
})

test.each([
  ['no network at all', { XPUB: '' }, 'needs a payment network'],
  ['a private key', { XPUB: account.privateExtendedKey }, 'PRIVATE key'],
  ['another first address', { FIRST_ADDRESS: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }, 'first address as its address 0'],
  [
    'the key of the sandbox',
    { XPUB: sandboxXpubs.TRC20, FIRST_ADDRESS: 'TUUGiVPKJwkmm7MxqNAobzYcsve7nzWZDd' },
    'published test phrase',
  ],
  ['a test chain', { CHAIN: `Sandbox, 31337, 0x${'a'.repeat(40)}, USDT, 6` }, 'test chain'],
  ['Ethereum Classic', { CHAIN: `Ethereum Classic, 61, 0x${'a'.repeat(40)}, USDT, 6` }, 'Ethereum Classic'],
  ['no node', { RPC_URLS: '' }, 'needs TRC20_RPC_URLS'],
  ['a node on this machine', { RPC_URLS: 'https://127.0.0.1/jsonrpc' }, 'not of this machine'],
  ['a node without TLS', { RPC_URLS: 'http://node.example.com' }, 'https'],
])('live mode is refused with %s', (_name, network, words) => {
  expect(problems(network)).toContain(words)
})

test('a process that neither sells nor watches needs no network settings', () => {
  expect(problems({ XPUB: '' }, 'gateway')).toBe('')
})
