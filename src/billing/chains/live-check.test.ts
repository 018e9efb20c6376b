import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { liveEnvironment, liveKey } from '#test/fixtures/live.ts'
import { testConfig } from '#test/fixtures/settings.ts'
import { formatAddress } from './address.ts'
import { deriverOf } from './derivation.ts'
import { paymentProblems } from './live-check.ts'
import { sandboxKeyOf } from './well-known.ts'

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

test('a completely configured payment network may accept payments', () => {
  expect(problems({})).toBe('')
})

test.each([
  ['no network at all', { XPUB: '' }, 'needs a payment network'],
  ['a private key', { XPUB: account.privateExtendedKey }, 'PRIVATE key'],
  ['another first address', { FIRST_ADDRESS: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }, 'first address as its address 0'],
  [
    'the key of the sandbox',
    { XPUB: sandboxKeyOf('TRC20').xpub, FIRST_ADDRESS: sandboxKeyOf('TRC20').canary },
    'published test phrase',
  ],
  ['a test chain', { CHAIN: `Sandbox, 31337, 0x${'a'.repeat(40)}, USDT, 6` }, 'test chain'],
  ['Ethereum Classic', { CHAIN: `Ethereum Classic, 61, 0x${'a'.repeat(40)}, USDT, 6` }, 'Ethereum Classic'],
  ['no node', { RPC_URLS: '' }, 'needs TRC20_RPC_URLS'],
  ['a node on this machine', { RPC_URLS: 'https://127.0.0.1/jsonrpc' }, 'not of this machine'],
  ['a node without TLS', { RPC_URLS: 'http://node.example.com' }, 'https'],
])('in live mode payment settings with %s are refused', (_name, network, words) => {
  expect(problems(network)).toContain(words)
})

test('a gateway process needs no settings of payment networks, because it neither sells plans nor watches payments', () => {
  expect(problems({ XPUB: '' }, 'gateway')).toBe('')
})

const polygon = {
  PAYMENT_NETWORKS: 'POLYGON',
  POLYGON_CHAIN: 'Polygon, 137, 0xc2132d05d31c914a87c6611c10748aeb04b58e8f, USDT0, 6',
  POLYGON_CONFIRMATIONS: '64',
  POLYGON_RPC_URLS: 'https://polygon.example.com',
}
const [firstEvm, secondEvm] = ["m/44'/60'/0'", "m/44'/60'/1'"].map((path) => liveKey('an operator of the tests', path))

function furtherProblems(change: Record<string, string>) {
  const environment = {
    ...liveEnvironment(),
    ...polygon,
    POLYGON_XPUB: secondEvm?.xpub ?? '',
    POLYGON_FIRST_ADDRESS: secondEvm?.firstAddress ?? '',
    ETC20_XPUB: firstEvm?.xpub ?? '',
    ETC20_FIRST_ADDRESS: firstEvm?.firstAddress ?? '',
    ETC20_RPC_URLS: 'https://ethereum.example.com',
    ...change,
  }
  const { settings, secrets } = testConfig(environment)
  return paymentProblems(settings, secrets).join(' ')
}

test('a payment network that is not built in may accept payments with its own account key', () => {
  expect(furtherProblems({})).toBe('')
})

test.each([
  ['without a key', { POLYGON_XPUB: '' }, 'PAYMENT_NETWORKS names POLYGON: set POLYGON_XPUB, or take it out.'],
  ['without a node', { POLYGON_RPC_URLS: '' }, 'needs POLYGON_RPC_URLS'],
  [
    'with the key of another EVM network',
    { POLYGON_XPUB: firstEvm?.xpub ?? '', POLYGON_FIRST_ADDRESS: firstEvm?.firstAddress ?? '' },
    'POLYGON_XPUB is the key of ETC20',
  ],
  [
    'with the token of another network',
    { ETC20_CHAIN: polygon.POLYGON_CHAIN },
    'POLYGON_CHAIN names the token of ETC20',
  ],
  [
    'with the sandbox key of its name',
    { POLYGON_XPUB: sandboxKeyOf('POLYGON').xpub, POLYGON_FIRST_ADDRESS: sandboxKeyOf('POLYGON').canary },
    'published test phrase',
  ],
])('in live mode a payment network that is not built in is refused %s', (_name, change, words) => {
  expect(furtherProblems(change)).toContain(words)
})
