import type { HDKey } from '@scure/bip32'
import { type Address20, formatAddress, parseAddress } from '#src/billing/chains/address.ts'
import { deriverOf } from '#src/billing/chains/derivation.ts'
import type { SignedSweeps, SweepList } from '#src/billing/sweeps/sweep-list.ts'
import { transferCall } from './call.ts'
import { type Signed, signEvm } from './evm.ts'
import { signTron } from './tron.ts'

type Sweep = SweepList['sweeps'][number]

/** Thrown when nothing was signed because an address, the key or the list is wrong. */
export class SigningRefused extends Error {}

const gasOfCoinTransfer = 21_000n

/**
 * Signs the gas top-ups first, then one token transfer for each address. Derives each address that signs from the key,
 * and compares it with the list. All tokens go to `destination`.
 */
export function signList(list: SweepList, account: HDKey, destination: Address20): SignedSweeps {
  if (addressOf(list, list.destination) !== destination)
    throw new SigningRefused(`The list sends to ${list.destination}, which is not the destination that you named.`)
  const keyAt = (change: number, index: number, shown: string) => privateKeyAt(list, account, change, index, shown)
  const topUps = list.sweeps.filter(({ topUp }) => BigInt(topUp) > 0n)
  const gasKey = topUps.length > 0 ? keyAt(1, 0, list.gas.address) : new Uint8Array()
  const gas = topUps.map((sweep, n) => ({
    purpose: 'gas' as const,
    address: sweep.address,
    amount: sweep.topUp,
    ...signTopUp(list, sweep, list.gas.nonce + n, gasKey),
  }))
  const sweeps = list.sweeps.map((sweep) => ({
    purpose: 'sweep' as const,
    address: sweep.address,
    amount: sweep.amount,
    ...signSweep(list, sweep, destination, keyAt(0, sweep.index, sweep.address)),
  }))
  const { network, chainId, token, tokenDecimals } = list
  const transactions = [...gas, ...sweeps]
  return { format: 'tapewire-signed-sweeps-1', network, chainId, token, tokenDecimals, transactions }
}

function privateKeyAt(list: SweepList, account: HDKey, change: number, index: number, shown: string): Uint8Array {
  const branch = account.deriveChild(change)
  const derived = formatAddress(deriverOf(branch, '').addressAt(index), list.addressFormat)
  if (derived !== shown)
    throw new SigningRefused(`Address ${change}/${index} of this key is ${derived}; the list says ${shown}.`)
  const { privateKey } = branch.deriveChild(index)
  if (!privateKey) throw new SigningRefused('This key has no private part.')
  return privateKey
}

function signTopUp(list: SweepList, { address, topUp }: Sweep, nonce: number, key: Uint8Array): Signed {
  const to = addressOf(list, address)
  const sun = BigInt(topUp)
  if (list.reference) {
    const owner = addressOf(list, list.gas.address)
    return signTron({ kind: 'transfer', owner, to, sun }, referenceOf(list), key)
  }
  const bare = { to, value: sun, data: new Uint8Array(), gasLimit: gasOfCoinTransfer }
  return signEvm({ ...feesOf(list), ...bare, nonce: BigInt(nonce) }, key)
}

function signSweep(list: SweepList, sweep: Sweep, destination: Address20, key: Uint8Array): Signed {
  const contract = addressOf(list, list.token)
  const data = transferCall(destination, BigInt(sweep.amount))
  const limit = BigInt(sweep.limit)
  if (list.reference) {
    const owner = addressOf(list, sweep.address)
    return signTron({ kind: 'contract', owner, contract, data, feeLimit: limit }, referenceOf(list), key)
  }
  const call = { to: contract, value: 0n, data, gasLimit: limit }
  return signEvm({ ...feesOf(list), ...call, nonce: BigInt(sweep.nonce) }, key)
}

function feesOf({ fees, chainId }: SweepList) {
  if (!fees) throw new SigningRefused('The list names no fees.')
  return {
    chainId: BigInt(chainId),
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
  }
}

function referenceOf({ reference }: SweepList) {
  if (!reference) throw new SigningRefused('The list names no block.')
  return {
    blockNumber: BigInt(reference.blockNumber),
    blockHash: reference.blockHash,
    timestamp: BigInt(reference.timestamp),
    expiration: BigInt(reference.expiration),
  }
}

function addressOf({ addressFormat }: SweepList, text: string): Address20 {
  const address = parseAddress(text, addressFormat)
  if (!address) throw new SigningRefused(`${text} is not an address.`)
  return address
}
