import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { type AddressFormat, formatAddress, parseAddress } from '#src/billing/chains/address.ts'
import { deriverOf } from '#src/billing/chains/derivation.ts'
import { type SignedSweeps, type SweepList, sweepListSchema } from '#src/billing/sweeps/sweep-list.ts'
import { accountKey } from './account-key.ts'
import { signList } from './sign-list.ts'

/** A well-known test phrase. */
const phrase = `${'abandon '.repeat(11)}about`
const destination = `0x${'ab'.repeat(20)}` as const

function shown(format: AddressFormat, change: number, index: number, account = 0): string {
  const branch = accountKey(phrase, '', format, account).deriveChild(change)
  return formatAddress(deriverOf(branch, '').addressAt(index), format)
}

function list(format: AddressFormat, change: Partial<SweepList> = {}): SweepList {
  const tron = format === 'tron'
  const sweep = (index: number, topUp: string) => ({
    index,
    address: shown(format, 0, index),
    amount: '79200000',
    nonce: 0,
    limit: '8000000',
    topUp,
  })
  return sweepListSchema.parse({
    format: 'tapewire-sweep-list-1',
    network: tron ? 'TRC20' : 'ETC20',
    addressFormat: format,
    chainName: 'Test chain',
    chainId: 7,
    token: formatAddress('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', format),
    tokenDecimals: 6,
    coin: { symbol: 'COIN', decimals: 6 },
    destination: formatAddress(destination, format),
    gas: { address: shown(format, 1, 0), balance: '0', nonce: 4, needed: '500' },
    fees: tron ? null : { maxFeePerGas: '20', maxPriorityFeePerGas: '1' },
    reference: tron
      ? {
          blockNumber: '70000000',
          blockHash: `0x${'5b'.repeat(32)}`,
          timestamp: '1767614400000',
          expiration: '1767697200000',
        }
      : null,
    sweeps: [sweep(0, '0'), sweep(3, '500')],
    ...change,
  })
}

const sign = (of: SweepList, to: `0x${string}` = destination) =>
  signList(of, accountKey(phrase, '', of.addressFormat), to)

test.each([
  ['evm', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
] as const)('a recovery phrase gives the published first address of its %s account', (format, address) => {
  expect(shown(format, 0, 0)).toBe(address)
  const xprv = accountKey(phrase, '', format).privateExtendedKey
  expect(accountKey(`${xprv}\n`, '', format).publicExtendedKey).toBe(accountKey(phrase, '', format).publicExtendedKey)
  expect(accountKey(phrase, 'other', format).publicExtendedKey).not.toBe(
    accountKey(phrase, '', format).publicExtendedKey,
  )
})

test('the signing tool signs gas top-ups first, and only for addresses that need them', () => {
  const of = list('evm')
  expect(sign(of).transactions.map(({ purpose, address }) => [purpose, address])).toEqual([
    ['gas', of.sweeps[1]?.address],
    ['sweep', of.sweeps[0]?.address],
    ['sweep', of.sweeps[1]?.address],
  ])
})

test('the signing tool takes the chain id from the sweep list, and refuses the key of an account that the list does not name', () => {
  const sweep = { index: 4, address: shown('evm', 0, 4, 1), amount: '5', nonce: 0, limit: '80000', topUp: '0' }
  const of = list('evm', { chainId: 137, account: 1, sweeps: [sweep] })
  const to = (account: number) => signList(of, accountKey(phrase, '', 'evm', account), destination)
  const { chainId, token, transactions } = to(1)
  expect({ chainId, token }).toEqual({ chainId: 137, token: of.token })
  // An EIP-1559 transaction begins with its chain id: 137 is 0x89.
  expect(transactions.map(({ raw }) => raw.slice(0, 12))).toEqual([expect.stringMatching(/^0x02f8..8189$/)])
  expect(() => to(0)).toThrow('of this key is')
})

test('the signing tool refuses a sweep list for another destination, or with an address that the key does not own', () => {
  expect(() => sign(list('evm'), `0x${'cd'.repeat(20)}`)).toThrow('not the destination')
  expect(() => signList(list('evm'), accountKey(phrase, 'typo', 'evm'), destination)).toThrow('of this key is')
  const [first] = list('evm').sweeps
  const swapped = first ? [{ ...first, address: formatAddress(destination, 'evm') }] : []
  expect(() => sign(list('evm', { sweeps: swapped }))).toThrow('of this key is')
  expect(() => accountKey('abandon about', '', 'evm')).toThrow('12 to 24 words')
})

test('on TRON each transaction id is the hash of the signed data, and the owner of the address signed that data', () => {
  const of = list('tron')
  const owners = [of.gas.address, ...of.sweeps.map(({ address }) => address)]
  for (const [n, { raw, hash }] of sign(of).transactions.entries()) {
    const { data, signature } = partsOf(hexToBytes(raw))
    expect(bytesToHex(sha256(data))).toBe(hash)
    expect(signerOf(sha256(data), signature)).toBe(owners[n])
    expect(bytesToHex(data)).toContain(BigInt(parseAddress(owners[n] ?? '', 'tron') ?? 0).toString(16))
  }
})

test('the signing tool signs a sweep list in its own process, and the recovery phrase appears in no output and no file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'))
  try {
    const [file, out] = [join(folder, 'list.json'), join(folder, 'signed.json')]
    writeFileSync(file, JSON.stringify(list('tron')))
    const run = (to: string) =>
      execFileSync(process.execPath, ['tools/sign-sweeps.ts', file, '--to', to, '--out', out], {
        input: `${phrase}\n`,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    const output = run(formatAddress(destination, 'tron'))
    expect(output).toContain('158.4 in all')
    const written = readFileSync(out, 'utf8')
    expect((JSON.parse(written) as SignedSweeps).transactions).toEqual(sign(list('tron')).transactions)
    expect(output + written).not.toContain('abandon')
    expect(() => run(shown('tron', 0, 9))).toThrow('not the destination')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Splits a TRON transaction: field 1 is the signed data, field 2 the signature of 65 bytes. */
function partsOf(raw: Uint8Array): { data: Uint8Array; signature: Uint8Array } {
  const end = raw.length - 67
  const head = raw[2] !== undefined && (raw[1] ?? 0) > 127 ? 3 : 2
  return { data: raw.subarray(head, end), signature: raw.subarray(end + 2) }
}

function signerOf(digest: Uint8Array, signature: Uint8Array): string {
  const recovered = Uint8Array.from([signature[64] ?? 0, ...signature.subarray(0, 64)])
  const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
  const point = secp256k1.Point.fromBytes(key).toBytes(false)
  return formatAddress(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`, 'tron')
}
