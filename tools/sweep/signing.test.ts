import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { parseAddress } from '#src/billing/chains/address.ts'
import { transferCall } from './call.ts'
import { type EvmTransaction, signEvm } from './evm.ts'
import { encodeRlp, integerBytes, type RlpItem } from './rlp.ts'
import { signTron, tronRawData } from './tron.ts'

const text = utf8ToBytes

/** Examples from the Ethereum wiki. */
test.each<[string, RlpItem, string]>([
  ['a short text', text('dog'), '83646f67'],
  ['a list', [text('cat'), text('dog')], 'c88363617483646f67'],
  ['the empty text', text(''), '80'],
  ['the empty list', [], 'c0'],
  ['zero', integerBytes(0n), '80'],
  ['a byte below 128', integerBytes(15n), '0f'],
  ['1024', integerBytes(1024n), '820400'],
  ['lists in lists', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
  [
    'a text of 56 bytes',
    text('Lorem ipsum dolor sit amet, consectetur adipisicing elit'),
    `b838${bytesToHex(text('Lorem ipsum dolor sit amet, consectetur adipisicing elit'))}`,
  ],
])('the RLP encoding of %s is correct', (_name, item, hex) => {
  expect(bytesToHex(encodeRlp(item))).toBe(hex)
})

const plain: EvmTransaction = {
  chainId: 1n,
  nonce: 785n,
  maxPriorityFeePerGas: 0n,
  maxFeePerGas: 0n,
  gasLimit: 21_000n,
  to: null,
  value: 0n,
  data: new Uint8Array(),
}
/** The first account of the phrase "test … junk". The expected bytes were signed by viem. */
const testKey = hexToBytes('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

test.each<[string, Partial<EvmTransaction>, string]>([
  [
    'no fee',
    {},
    '0x02f850018203118080825208808080c080a04012522854168b27e5dc3d5839bab5e6b39e1a0ffd343901ce1622e3d64b48f1a04e00902ae0502c4728cbf12156290df99c3ed7de85b1dbfe20b5c36931733a33',
  ],
  [
    'fees',
    { maxPriorityFeePerGas: 2_000_000_000n, maxFeePerGas: 20_000_000_000n },
    '0x02f8590182031184773594008504a817c800825208808080c001a06ea33b188b30a5f5d0d1cec62b2bac7203ff428a49048766596727737689043fa0255b74c8e704e3692497a29cd246ffc4344b4107457ce1c914fe2b4e09993859',
  ],
  [
    'data',
    { data: hexToBytes('1234') },
    '0x02f8520182031180808252088080821234c001a054d552c58a162c9003633c20871d8e381ef7a3c35d1c8a79c7c12d5cf09a0914a03c5d6241f8c4fcf8b35262de038d3ab1940feb1a70b934ae5d40ea6bce912e2d',
  ],
])('an EIP-1559 transaction with %s is signed exactly as other wallets sign it', (_name, change, raw) => {
  expect(signEvm({ ...plain, ...change }, testKey).raw).toBe(raw)
})

/** A test vector of Trust Wallet Core: SignTransfer. */
test('the id and the signature of a TRX transfer equal the published test vector', () => {
  const reference = {
    blockNumber: 3_111_739n,
    blockHash: `${'0'.repeat(16)}b21ace8d6ac20e7e${'0'.repeat(32)}`,
    timestamp: 1_539_295_479_000n,
    expiration: 1_539_331_479_000n,
  }
  const owner = address('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')
  const to = address('THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV')
  const key = hexToBytes('2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54')
  const raw =
    '0a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c71880897a70d889a4a9e62c'
  const signature =
    'ede769f6df28aefe6a846be169958c155e23e7e5c9621d2e8dce1719b4d952b63e8a8bf9f00e41204ac1bf69b1a663dacdf764367e48e4a5afcd6b055a747fb200'
  const signed = signTron({ kind: 'transfer', owner, to, sun: 2_000_000n }, reference, key)
  expect(signed.hash).toBe('dc6f6d9325ee44ab3c00528472be16e1572ab076aa161ccd12515029869d0451')
  expect(signed.raw).toBe(`0a${(raw.length / 2).toString(16)}01${raw}1241${signature}`)
})

/** Bytes built by a node of TRON's test network. */
test('the bytes of a token transfer on TRON equal the bytes that a node builds', () => {
  const reference = {
    blockNumber: 0xa2f1n,
    blockHash: `${'0'.repeat(16)}d22237be586463e3${'0'.repeat(32)}`,
    timestamp: 1_667_042_759_371n,
    expiration: 1_667_042_817_000n,
  }
  const call = {
    kind: 'contract',
    owner: address('TJigfkHs1QrbZbKwWd7CY7HSUKLX71FFFF'),
    contract: address('TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'),
    data: transferCall('0x3c2713a6d04e74b1fe0f9a370c7e96aad21268dd', 500_000_000n),
    feeLimit: 1_000_000_000n,
  } as const
  expect(bytesToHex(tronRawData(call, reference))).toBe(
    '0a02a2f12208d22237be586463e340e8e7fa9bc2305aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15415ff9fce781452ce0a031472d8a58fae6c8cc70b612154142a1e39aefa49290f2b3f9ed688d7cecf86cd6e02244a9059cbb0000000000000000000000003c2713a6d04e74b1fe0f9a370c7e96aad21268dd000000000000000000000000000000000000000000000000000000001dcd650070cba5f79bc23090018094ebdc03',
  )
  expect(signTron(call, reference, testKey).hash).toBe(
    '6b501aaae1d82a3d30fd1c5b50305bb0e24bd92d3589cf99ed458371781ceca9',
  )
})

function address(text: string) {
  const found = parseAddress(text, 'tron')
  if (!found) throw new Error(text)
  return found
}
