import { refuse } from '#src/contract/errors.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { formatAddress } from '../chains/address.ts'
import { type Deriver, openXpub } from '../chains/derivation.ts'
import { type Network, rewindOf } from '../chains/network.ts'
import { type Order, orderTimes } from '../order/order.ts'
import { type DepositAddress, insertAddress, nextIndex, skipIndexes } from './deposit-store.ts'
import { openIncident } from './incident-store.ts'

/** Cached derivers: opening a key costs as much as deriving two addresses, and every order shows an address. */
const derivers = new Map<string, Deriver>()

/** Throws when the operator's key does not match its canary. */
export function deriverOf({ code, xpub, canary, addressFormat }: Network): Deriver {
  const name = [xpub, canary, addressFormat].join('|')
  const known = derivers.get(name)
  if (known) return known
  const opened = openXpub(xpub, { format: addressFormat, canary })
  if ('problem' in opened) throw new Error(`the public key of ${code} cannot be used: ${opened.problem}`)
  derivers.set(name, opened.deriver)
  return opened.deriver
}

/** The address number is issued inside the order's transaction. */
export async function giveAddress(ctx: Platform, tx: Tx, network: Network, order: Order): Promise<DepositAddress> {
  const { fingerprint, addressAt } = deriverOf(network)
  const next = await nextIndex(tx, network.code, fingerprint)
  if (!next) throw refuse('network_unavailable', { param: 'network', values: { network: network.code } })
  const { index, head } = next
  const address = addressAt(index)
  const given = {
    network: network.code,
    index,
    address,
    accountId: order.accountId,
    orderNo: order.no,
    createdBlock: head,
    keyFingerprint: fingerprint,
    mac: newMac(ctx, { network: network.code, index, address, accountId: order.accountId, orderNo: order.no }),
  }
  await insertAddress(tx, given, order.createdAt + orderTimes.watchMs, ctx.clock.now())
  return { ...given, rescanFrom: null, rescans: 0, auditedBlock: null }
}

/** More numbers than could be issued between a backup and its restore. */
const skippedMax = 10_000

/** Call it after a restore: addresses of orders lost since the backup must not go to other customers. */
export async function skipGivenAddresses(tx: Tx): Promise<void> {
  await skipIndexes(tx, skippedMax)
}

/**
 * The address to show; null, with an incident, if a check fails. Write access to the database must not be enough to
 * redirect a payment, so the address has a MAC, and an address of the current key is derived again. An address of an
 * earlier key cannot be derived, because only the fingerprint of that key is stored.
 */
export async function verifiedAddress(ctx: Platform, network: Network, stored: DepositAddress): Promise<string | null> {
  const { fingerprint, addressAt } = deriverOf(network)
  const earlierKey = stored.keyFingerprint !== fingerprint
  if (hasItsMac(ctx, stored) && (earlierKey || addressAt(stored.index) === stored.address)) {
    return formatAddress(stored.address, network.addressFormat)
  }
  ctx.log.error('a deposit address is not the one that was issued', { orderNo: stored.orderNo })
  await openIncident(ctx.postgres.db, {
    network: network.code,
    kind: 'address_mismatch',
    subject: stored.orderNo,
    at: ctx.clock.now(),
  })
  return null
}

/**
 * The first block that may contain an unknown payment. A reorganisation can move a payment into blocks that were
 * already read.
 */
export function firstBlockOf(network: Network, { createdBlock, auditedBlock }: DepositAddress): number {
  return Math.max(1, (auditedBlock ?? createdBlock) - rewindOf(network))
}

const macContext = 'deposit-address'

type Sealed = Pick<DepositAddress, 'network' | 'index' | 'address' | 'accountId' | 'orderNo'>

export function newMac({ keyring }: Pick<Platform, 'keyring'>, stored: Sealed): string {
  return keyring.fingerprint(textOf(stored), macContext)
}

export function hasItsMac({ keyring }: Pick<Platform, 'keyring'>, stored: DepositAddress): boolean {
  return keyring.isFingerprint(stored.mac, textOf(stored), macContext)
}

function textOf({ network, index, address, accountId, orderNo }: Sealed): string {
  return [network, index, address, accountId, orderNo].join('|')
}
