import { HDKey } from '@scure/bip32'
import { hourMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Address20, formatAddress } from '../chains/address.ts'
import { type ChainNode, chainNode } from '../chains/chain-node.ts'
import { type Deriver, deriverOf } from '../chains/derivation.ts'
import type { JsonRpc } from '../chains/json-rpc.ts'
import type { Network } from '../chains/network.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { microOf, unitsOf } from '../chains/token-amount.ts'
import { topicOf } from '../chains/transfer.ts'
import { accountOf, type SweepList } from './sweep-list.ts'
import { bookedAddresses, issuedAddresses } from './sweep-store.ts'

type Held = { index: number; address: Address20; amount: bigint }
type Sweep = SweepList['sweeps'][number]
type Costs = Pick<SweepList, 'fees' | 'reference'> & { pricePerUnit: bigint; topUpCost: bigint }

/** Adds 30 % to the estimate, because the first transfer to an address without the token costs more than later ones. */
const withReserve = (estimate: bigint) => (estimate * 13n) / 10n
const gasOfCoinTransfer = 21_000n
/** TRON costs in sun. `activation`: paid by the first sender to an address; `bandwidth`: of a token transfer. */
const activation = 1_100_000n
const bandwidth = 400_000n
/** TRON accepts transactions that expire within a day of their reference block. */
const tronValidMs = 23 * hourMs

/** The address that pays for gas: `/1/0`, which no customer ever gets as deposit address. */
export function gasAddressOf(key: Pick<Network, 'xpub'>): Address20 {
  return gasDeriverOf(key).addressAt(0)
}

function gasDeriverOf({ xpub }: Pick<Network, 'xpub'>): Deriver {
  return deriverOf(HDKey.fromExtendedKey(xpub).deriveChild(1), xpub)
}

/**
 * `xpub`: the earlier key whose addresses are emptied; null: the current key. `minimum` is in millionths of the token.
 * `held`: `booked` exports the booked money; `onChain` exports the balances on chain, for a token or chain without
 * bookings. `only`: one address instead of all.
 */
export type SweepWish = {
  destination: Address20
  minimum: bigint
  xpub: string | null
  held: 'booked' | 'onChain'
  only?: Address20 | null
}

/**
 * Reads the balances of a key's deposit addresses, and computes the cost of emptying each address that holds at least
 * `minimum`.
 */
export async function exportSweeps(
  ctx: Platform,
  actor: Actor,
  network: Network,
  call: JsonRpc,
  wish: SweepWish,
): Promise<SweepList> {
  await requireStaff(ctx, actor, 'payment.sweep')
  const node = chainNode(call, network.token)
  const key = { xpub: wish.xpub ?? network.xpub }
  const ofKey = { network: network.code, keyFingerprint: gasDeriverOf(key).fingerprint }
  const held = await (wish.held === 'booked' ? bookedMoney : moneyOnChain)(ctx, network, node, ofKey, wish)
  const costs = network.addressFormat === 'tron' ? await tronCosts(call) : await evmCosts(call)
  const sweeps: Sweep[] = []
  for (const one of held.filter(({ amount }) => amount > 0n))
    sweeps.push(await sweepOf(network, call, one, wish.destination, costs))
  const gas = gasAddressOf(key)
  const topUps = sweeps.map(({ topUp }) => BigInt(topUp)).filter((topUp) => topUp > 0n)
  const needed = topUps.reduce((total, topUp) => total + topUp + costs.topUpCost, 0n)
  const shown = (address: Address20) => formatAddress(address, network.addressFormat)
  return {
    format: 'tapewire-sweep-list-1',
    network: network.code,
    addressFormat: network.addressFormat,
    account: accountOf(key.xpub),
    chainName: network.chainName,
    chainId: network.chainId,
    token: shown(network.token),
    tokenDecimals: network.tokenDecimals,
    coin: network.nativeCoin,
    destination: shown(wish.destination),
    gas: {
      address: shown(gas),
      balance: `${await node.nativeBalance(gas)}`,
      nonce: await nonceOf(network, call, gas),
      needed: `${needed}`,
    },
    fees: costs.fees,
    reference: costs.reference,
    sweeps,
  }
}

type OfKey = { network: string; keyFingerprint: string }

async function bookedMoney(
  ctx: Platform,
  network: Network,
  node: ChainNode,
  ofKey: OfKey,
  { minimum, only }: SweepWish,
): Promise<Held[]> {
  const held: Held[] = []
  for (const { booked, ...row } of await bookedAddresses(ctx.postgres.db, ofKey)) {
    if (booked < minimum || (only && row.address !== only)) continue
    // Unbooked money stays on the address, since it could not be recorded as swept.
    const units = unitsOf(booked, network.tokenDecimals)
    held.push({ ...row, amount: smaller(await node.tokenBalance(row.address), units) })
  }
  return held
}

async function moneyOnChain(
  ctx: Platform,
  network: Network,
  node: ChainNode,
  ofKey: OfKey,
  { minimum, only }: SweepWish,
): Promise<Held[]> {
  const held: Held[] = []
  for (const row of await issuedAddresses(ctx.postgres.db, ofKey)) {
    if (only && row.address !== only) continue
    const amount = await node.tokenBalance(row.address)
    if (microOf(amount, network.tokenDecimals) >= minimum) held.push({ ...row, amount })
  }
  return held
}

async function sweepOf(
  network: Network,
  call: JsonRpc,
  { index, address, amount }: Held,
  destination: Address20,
  costs: Costs,
): Promise<Sweep> {
  const data = `0xa9059cbb${topicOf(destination).slice(2)}${amount.toString(16).padStart(64, '0')}`
  const units = withReserve(big(await call('eth_estimateGas', [{ from: address, to: network.token, data }])))
  const tron = network.addressFormat === 'tron'
  const native = big(await call('eth_getBalance', [address, 'latest']))
  const cost = units * costs.pricePerUnit + (tron ? bandwidth : 0n)
  return {
    index,
    address: formatAddress(address, network.addressFormat),
    amount: `${amount}`,
    nonce: await nonceOf(network, call, address),
    limit: `${tron ? units * costs.pricePerUnit : units}`,
    topUp: `${cost > native ? cost - native : 0n}`,
  }
}

/** Costs at twice the base fee, so that the transactions stay valid while fees double. */
async function evmCosts(call: JsonRpc): Promise<Costs> {
  const block = await call('eth_getBlockByNumber', ['latest', false])
  const base = typeof block === 'object' && block !== null && 'baseFeePerGas' in block ? big(block.baseFeePerGas) : null
  if (base === null) throw new RpcFault('nonsense', 'the newest block names no base fee')
  const tip = big(await call('eth_maxPriorityFeePerGas', []))
  const most = 2n * base + tip
  return {
    fees: { maxFeePerGas: `${most}`, maxPriorityFeePerGas: `${tip}` },
    reference: null,
    pricePerUnit: most,
    topUpCost: gasOfCoinTransfer * most,
  }
}

async function tronCosts(call: JsonRpc): Promise<Costs> {
  const block = await chainNode(call, '0x').block('latest')
  if (!block) throw new RpcFault('nonsense', 'the node has no newest block')
  return {
    fees: null,
    reference: {
      blockNumber: `${block.number}`,
      blockHash: block.hash,
      timestamp: `${block.time}`,
      expiration: `${block.time + tronValidMs}`,
    },
    pricePerUnit: big(await call('eth_gasPrice', [])),
    topUpCost: activation,
  }
}

/** The next nonce of an address; 0 on TRON, which has no nonces. */
async function nonceOf({ addressFormat }: Network, call: JsonRpc, address: Address20): Promise<number> {
  if (addressFormat === 'tron') return 0
  return Number(big(await call('eth_getTransactionCount', [address, 'latest'])))
}

function smaller(a: bigint, b: bigint): bigint {
  return a > b ? b : a
}

function big(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw new RpcFault('nonsense', 'the answer is not a number')
  return BigInt(value)
}
