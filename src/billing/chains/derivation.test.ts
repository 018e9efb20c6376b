import { createHash, pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AddressFormat, formatAddress, parseAddress } from './address.ts'
import { deriverOf, openXpub } from './derivation.ts'
import { isWellKnownTestKey } from './well-known.ts'

const junk = 'test test test test test test test test test test test junk'
const abandon = `${'abandon '.repeat(11)}about`

function accountKey(mnemonic: string, coin: 60 | 195): HDKey {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512')
  return HDKey.fromMasterSeed(seed).derive(`m/44'/${coin}'/0'`)
}

function open(xpub: string, format: AddressFormat, canary: string) {
  const opened = openXpub(xpub, { format, canary })
  if ('problem' in opened) throw new Error(opened.problem)
  return opened.deriver
}

test.each<[string, 60 | 195, AddressFormat, string[]]>([
  [junk, 60, 'evm', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']],
  [abandon, 60, 'evm', ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94']],
  [
    abandon,
    195,
    'tron',
    ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK', 'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx'],
  ],
])('derived addresses equal the published vectors of %s, coin %i', (mnemonic, coin, format, addresses) => {
  const deriver = open(accountKey(mnemonic, coin).publicExtendedKey, format, addresses[0] ?? '')
  expect(addresses.map((_, i) => formatAddress(deriver.addressAt(i), format))).toEqual(addresses)
})

test('the first two TRON addresses derived from a published extended key equal the published addresses', () => {
  const xpub =
    'xpub6EHd7URQHYMYuiHMmWEEtiUHPUJ6WvfSFuRTodiWLWWE3Ep73ZT9nLVAnGfxa2CU4cSLWbWiqxWowswMpg4WaxJrH6pxYNTm56JxXNcY2J5'
  const deriver = deriverOf(HDKey.fromExtendedKey(xpub), xpub)
  expect([0, 1, 2].map((i) => formatAddress(deriver.addressAt(i), 'tron'))).toEqual([
    'TKP2mZrYNKdrXJi38vxQsAykfo1YoWjxpR',
    'TEj3nZiTniYrQQPDmjMuTF58cgJ2x2AT3P',
    expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
  ])
})

test('an extended private key is refused', () => {
  const key = accountKey(junk, 60)
  expect(openXpub(key.privateExtendedKey, { format: 'evm', canary: '' })).toEqual({ problem: 'private_key' })
})

test.each(["m/44'", "m/44'/60'", "m/44'/60'/0'/0", "m/44'/60'/0'/0/0"])(
  'an extended key derived at the path %s is refused',
  (path) => {
    const seed = createHash('sha512').update(path).digest()
    const xpub = HDKey.fromMasterSeed(seed).derive(path).publicExtendedKey
    expect(openXpub(xpub, { format: 'evm', canary: '' })).toEqual({ problem: 'wrong_depth' })
  },
)

test('an extended key is refused if its first derived address differs from the configured address', () => {
  const tron = accountKey(abandon, 195).publicExtendedKey
  const other = accountKey(abandon, 60).publicExtendedKey
  const canary = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  expect(openXpub(other, { format: 'tron', canary })).toEqual({ problem: 'canary_mismatch' })
  expect(openXpub(tron, { format: 'tron', canary: 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK' })).toEqual({
    problem: 'canary_mismatch',
  })
})

test('a TRON address with a typing error is refused', () => {
  const right = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  expect(parseAddress(right, 'tron')).not.toBeNull()
  for (let i = 0; i < right.length; i++) {
    const wrong = right.slice(0, i) + (right[i] === '2' ? '3' : '2') + right.slice(i + 1)
    expect(parseAddress(wrong, 'tron')).toBeNull()
  }
})

test('public keys of published test phrases are recognised as well-known test keys', () => {
  expect(isWellKnownTestKey(accountKey(junk, 60).publicExtendedKey)).toBe(true)
  expect(isWellKnownTestKey(accountKey(junk, 195).publicExtendedKey)).toBe(true)
  expect(isWellKnownTestKey(accountKey(abandon, 195).publicExtendedKey)).toBe(true)
  const fresh = HDKey.fromMasterSeed(createHash('sha512').update('an operator').digest()).derive("m/44'/60'/0'")
  expect(isWellKnownTestKey(fresh.publicExtendedKey)).toBe(false)
})

test.each(['', 'xpub', 'xpub6Ce9Nc', 'zpub6Ce9NcJvTk36x', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])(
  'the text %s is refused as an extended key',
  (text) => {
    expect(openXpub(text, { format: 'evm', canary: '' })).toEqual({ problem: 'not_an_xpub' })
  },
)

test('TRON and EVM addresses stay the same when formatted and parsed; an EVM address with a letter in the wrong case is refused', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(bytes, fc.constantFrom<AddressFormat>('evm', 'tron'), (raw, format) => {
      const address = `0x${Buffer.from(raw).toString('hex')}` as const
      expect(parseAddress(formatAddress(address, format), format)).toBe(address)
    }),
  )
  expect(parseAddress('0xf39fd6e51aad88F6F4ce6aB8827279cffFb92266', 'evm')).toBeNull()
  expect(formatAddress('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'tron')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
})

test.each([-1, 1.5, 2 ** 31, Number.NaN])('the address index %d is refused', (index) => {
  const deriver = open(accountKey(junk, 60).publicExtendedKey, 'evm', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(() => deriver.addressAt(index)).toThrow(RangeError)
})
