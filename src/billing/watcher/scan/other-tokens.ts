import { dayMs, hourMs } from '#src/contract/time.ts'
import { type Address20, formatAddress } from '../../chains/address.ts'
import { chainNode } from '../../chains/chain-node.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { formatUnits } from '../../chains/token-amount.ts'
import { readTokenTransfer, type TokenTransfer } from '../../chains/transfer.ts'
import { countOpened, openIncident } from '../../deposits/incident-store.ts'
import {
  insertOtherToken,
  type NewOtherToken,
  newOtherTokens,
  saveTokensCursor,
  tokensCursor,
} from '../../deposits/other-token-store.ts'
import { assertFence } from '../../networks/network-store.ts'
import { notifyOrderChange } from '../../order/order-changes.ts'
import type { Watch } from '../network/watch.ts'
import { watchedRecipients } from './recipient-store.ts'
import { type BlockRange, isLimit } from './scan-transfers.ts'

/** The maximum share of a network's daily calls for reading other tokens. */
const partOfCalls = 1 / 20
const newTokensPerRound = 20
const transfersPerRound = 1_000
/** Anybody can send any token to any address, so a flood opens at most this many incidents. */
const incidentsPerDay = 20
const symbolMax = 12

type Stated = { symbol: string | null; amount: string }

/**
 * Reads final blocks for transfers of any other token to our recent addresses. This is separate from payments and may
 * fail: a stranger's contract can emit any number of such events. A block with more events than the nodes return is
 * skipped.
 */
export async function scanOtherTokens(watch: Watch, fence: number, final: number): Promise<void> {
  const { ctx, network, others } = watch
  const now = ctx.clock.now()
  if (now < others.nextAt) return
  const cursor = await tokensCursor(ctx.postgres.db, network.code)
  const oldest = final - Math.ceil(dayMs / network.blockMs)
  const from = Math.max(cursor ?? final, oldest) + 1
  const range = { from, to: Math.min(final, from + others.blocks - 1) }
  others.nextAt = range.to < final ? now : now + network.pollIdleMs
  const found = range.to < range.from ? [] : await transfersIn(watch, range)
  if (found === null) return
  await recordOtherTokens(watch, fence, found, Math.max(range.to, cursor ?? 0))
}

/** Null when the same blocks must be read again, in smaller pieces or later. */
async function transfersIn(watch: Watch, { from, to }: BlockRange): Promise<TokenTransfer[] | null> {
  const { ctx, network, node, others, size } = watch
  const now = ctx.clock.now()
  const found: TokenTransfer[] = []
  let calls = 0
  try {
    for await (const page of watchedRecipients(ctx.postgres.db, network.code, now).pages(() => size.recipients)) {
      calls++
      const ours = new Set(page)
      const rows = otherTransfers(watch, await node.anyTransfers(from, to, page), { from, to }, ours)
      found.push(...rows.slice(0, transfersPerRound - found.length))
    }
    others.blocks = Math.min(network.spanMax, others.blocks * 2)
    others.faults = 0
    return found
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    ctx.log.debug('transfers of other tokens could not be read', { network: network.code, cause: error })
    if (!isLimit(error)) others.nextAt = now + Math.min(hourMs, network.pollIdleMs * 2 ** others.faults++)
    others.blocks = Math.ceil((to - from + 1) / 2)
    return to > from || !isLimit(error) ? null : []
  } finally {
    others.nextAt = Math.max(others.nextAt, now + (calls * dayMs) / (network.callsPerDay * partOfCalls))
  }
}

/**
 * For each recipient, the first transfer of each token except the network's own token. `recipients` null: everybody.
 */
export function otherTransfers(
  { network }: Watch,
  rows: readonly unknown[],
  { from, to }: BlockRange,
  recipients: ReadonlySet<Address20> | null,
): TokenTransfer[] {
  const found = new Map<string, TokenTransfer>()
  for (const row of rows) {
    const transfer = readTokenTransfer(row)
    if ('problem' in transfer || transfer.token === network.token || transfer.units === 0n) continue
    if (transfer.blockNumber < from || transfer.blockNumber > to) continue
    if (recipients && !recipients.has(transfer.to)) continue
    const key = transfer.to + transfer.token
    if (!found.has(key)) found.set(key, transfer)
  }
  return [...found.values()]
}

/**
 * Records tokens that are new at their address, and opens incidents. `readTo`: the block up to which all blocks were
 * read.
 */
export async function recordOtherTokens(
  watch: Watch,
  fence: number,
  transfers: readonly TokenTransfer[],
  readTo: number | null = null,
): Promise<void> {
  const { ctx, network } = watch
  const fresh = await newOtherTokens(ctx.postgres.db, network.code, transfers, newTokensPerRound)
  const described: (NewOtherToken & Stated)[] = []
  for (const one of fresh) described.push({ ...one, ...(await statedBy(watch, one)) })
  if (readTo === null && described.length === 0) return
  const now = ctx.clock.now()
  await ctx.postgres.transaction(async (tx) => {
    await assertFence(tx, network.code, fence)
    let opened = await countOpened(tx, 'other_token', network.code, now - (now % dayMs))
    for (const { transfer, orderNo, accountId, symbol, amount } of described) {
      if (!(await insertOtherToken(tx, network.code, transfer, { symbol, amount }, now))) continue
      await notifyOrderChange(ctx, tx, { orderNo, accountId })
      if (opened++ >= incidentsPerDay) continue
      const [address, token] = [transfer.to, transfer.token].map((one) => formatAddress(one, network.addressFormat))
      await openIncident(tx, {
        network: network.code,
        kind: 'other_token',
        subject: `${network.code}:${address}:${token}`,
        detail: { address, orderNo, token, symbol, amount, transaction: transfer.transactionHash },
        at: now,
      })
    }
    if (readTo !== null) await saveTokensCursor(tx, network.code, readTo)
  })
}

/** Symbol and amount as the contract states them. Neither is trusted: the symbol is cut to a few plain characters. */
async function statedBy({ pool }: Watch, { transfer }: NewOtherToken): Promise<Stated> {
  const contract = chainNode(pool.call, transfer.token)
  const symbol = await stated(() => contract.tokenSymbol())
  const decimals = await stated(() => contract.tokenDecimals())
  const plain = symbol?.replace(/[^A-Za-z0-9$₮-]/g, '').slice(0, symbolMax) || null
  return { symbol: plain, amount: formatUnits(transfer.units, decimals !== null && decimals <= 36 ? decimals : 0) }
}

async function stated<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    return null
  }
}
