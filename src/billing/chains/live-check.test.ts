import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import type { PaymentNetworkSettings, PaymentRpcSecrets, Settings } from '#src/platform/settings.ts'
import { liveNetworkSettings } from '#test/fixtures/live.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { formatAddress } from './address.ts'
import { deriverOf } from './derivation.ts'
import { paymentProblems } from './live-check.ts'
import { sandboxXpubs } from './well-known.ts'

const account = HDKey.fromMasterSeed(createHash('sha512').update('an operator of the tests').digest()).derive(
  "m/44'/195'/0'",
)
const good = liveNetworkSettings({
  xpub: account.publicExtendedKey,
  firstAddress: formatAddress(deriverOf(account.deriveChild(0), '').addressAt(0), 'tron'),
})
const node: PaymentRpcSecrets = {
  urls: ['https://node.example.com/jsonrpc'],
  header: null,
  second: null,
  secondHeader: null,
}

function problems(
  network: Partial<PaymentNetworkSettings> | null,
  rpc: Partial<PaymentRpcSecrets> = {},
  roles?: Settings['roles'],
) {
  const settings = testSettings({
    mode: 'live',
    ...(roles ? { roles } : {}),
    payments: network ? { TRC20: { ...good, ...network } } : {},
  })
  const none = { databaseUrl: null, clickhouseUrl: null, redisUrl: null, smtpUrl: null, keyring: null }
  return paymentProblems(settings, { ...none, paymentRpc: { TRC20: { ...node, ...rpc } } }).join(' ')
}

test('a network that is whole may take money', () => {
  expect(problems({})).toBe('')
})

test.each([
  ['no network at all', null, {}, 'needs a payment network'],
  ['a private key', { xpub: account.privateExtendedKey }, {}, 'PRIVATE key'],
  [
    'another first address',
    { firstAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' },
    {},
    'first address as its address 0',
  ],
  [
    'the key of the sandbox',
    { xpub: sandboxXpubs.TRC20, firstAddress: 'TUUGiVPKJwkmm7MxqNAobzYcsve7nzWZDd' },
    {},
    'published test phrase',
  ],
  ['a test chain', { chainId: 31_337 }, {}, 'test chain'],
  ['Ethereum Classic', { chainId: 61 }, {}, 'Ethereum Classic'],
  ['no node', {}, { urls: [] }, 'needs TRC20_RPC_URLS'],
  ['a node on this machine', {}, { urls: ['https://127.0.0.1/jsonrpc'] }, 'not of this machine'],
  ['a node without TLS', {}, { urls: ['http://node.example.com'] }, 'https'],
])('live is refused with %s', (_name, network, rpc, words) => {
  expect(problems(network, rpc)).toContain(words)
})

test('a process that neither sells nor watches needs no network', () => {
  expect(problems(null, {}, ['gateway'])).toBe('')
})
