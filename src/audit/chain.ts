import { createHash } from 'node:crypto'
import { minuteMs } from '#src/contract/time.ts'
import { follow } from '#src/platform/follow.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { chainHead, isRowWaiting, lockChain, rowsToChain, writeLinks } from './chain-store.ts'

const rowsAtOnce = 1_000
/** Minimum pause between two rounds, ms. */
const restMs = 500
/** A trigger of migration 1430 sends a notification about new rows. */
const rounds = { channel: 'audit', everyMs: minuteMs / 2, failed: 'audit rows could not be chained; tried again soon' }

/** `content`: the sha256 of the row's content. */
function linkHash(before: Buffer, content: Buffer): Buffer {
  return createHash('sha256').update(before).update(content).digest()
}

/**
 * Chains at most `rowsAtOnce` committed rows, lowest id first, and returns their number. Only one process chains at a
 * time; other processes get 0. Writers of rows never wait for the chain.
 */
export async function chainRows(ctx: Platform): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    if (!(await lockChain(tx))) return 0
    const rows = await rowsToChain(tx, rowsAtOnce)
    if (rows.length === 0) return 0
    const head = await chainHead(tx)
    let { hash } = head
    const hashes = rows.map(({ content }) => {
      hash = linkHash(hash, content)
      return hash.toString('hex')
    })
    const ids = rows.map(({ id }) => id)
    await writeLinks(tx, head.position, ids, hashes)
    return rows.length
  })
}

/** Chains all committed rows, until none is left, another process chains, or the signal aborts. */
export async function chainAll(ctx: Platform, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await chainRows(ctx)) === rowsAtOnce);
}

export function startAuditChain(ctx: Platform): Promise<AsyncDisposable> {
  return follow(ctx, rounds, async (signal) => {
    if (!(await isRowWaiting(ctx.postgres.db))) return
    await chainAll(ctx, signal)
    await pause(ctx.clock, restMs, signal)
  })
}
