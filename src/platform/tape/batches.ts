import type { TapeBatch, TapeOffset } from '../platform.ts'
import { type BlockReader, headOf, type Row } from './block.ts'
import { offsetAt, parseOffset, type ReadEntry } from './offset.ts'

/** The maximum number of events that `append` writes into one block, and of blocks in a read. */
export const blockMax = 512
/** The approximate number of events that one read should return. */
const answerEvents = 2_048

/** The position of a channel's reader. `blocks`: the number of blocks to read next. */
export type Position = { reader: BlockReader; last: TapeOffset; blocks: number }

/**
 * Joins consecutive rows into batches. A hole between two rows is a gap: its entries were trimmed, or the epoch
 * changed.
 */
export function toBatches(reading: Position, rows: readonly Row[]): TapeBatch[] {
  const batches: TapeBatch[] = []
  let entries: ReadEntry[] = []
  for (const row of rows) {
    const last = parseOffset(reading.last)
    const { epoch, first, last: end } = headOf(row)
    const follows = epoch === last.epoch && first <= last.position + 1
    if (!follows && reading.last !== '0-0') {
      if (entries.length > 0) batches.push({ kind: 'entries', entries })
      entries = []
      const to = epoch === last.epoch ? offsetAt(epoch, first - 1) : ''
      batches.push({ kind: 'gap', from: reading.last, to })
    }
    reading.reader.read(row, follows ? last.position : 0, entries)
    reading.last = offsetAt(epoch, end)
  }
  if (entries.length > 0) batches.push({ kind: 'entries', entries })
  if (rows.length > 0) reading.blocks = blocksFor(rows.length, entries.length)
  return batches
}

/** The number of blocks with about `answerEvents` events. */
function blocksFor(blocks: number, events: number): number {
  return Math.max(4, Math.min(blockMax, Math.round((answerEvents * blocks) / Math.max(1, events))))
}

/**
 * Handles a fail-over that lost the last entries that were read: returns their gap, since new entries may reuse their
 * positions.
 */
export function stepBack(reading: Position, newest: TapeOffset): TapeBatch {
  const gap: TapeBatch = { kind: 'gap', from: newest, to: reading.last }
  reading.last = newest
  return gap
}
